#!/usr/bin/env bash
# reproduce.sh -- the experiments of [GuntherLaarman2017, section 6] and [GanaiGupta2008,
# section 8] on programs in C: `make reproduce-c'.
#
#     bench/c/reproduce.sh [FOLDER [DOC]]
#
# Growth: hash table, dynamic locking, load balancing, lazy initialisation with 2 to 7
# threads, their assertions proved by `-e ic3', and by bounded search of the same relation
# (`--without induction'), each with the reductions none, static, phase and dynamic; by
# auto; and by auto in the same model written by hand (phaselock-gen).  A series ends where
# a run takes more than C_LIMIT seconds of CPU time (default 5).  Reading the C, and clang,
# are part of each run.
#
# Races: a file system of a thousand lines, whether each of its fields races, by auto, as it
# is, with all operations, and with a lock for the disk; all races of the two that do, by each
# strategy of bounded search (bench/bmc-table.sh) in C_RACE_LIMIT seconds each (default 30).
#
# Records and times stay in FOLDER (default: reproduce-c in the build folder); the page
# and its plot go to DOC (default: doc/ of the source).  It can be stopped at any time; called
# again, it continues where it was.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/_build}
program=$build/phaselock
limit=${C_LIMIT:-5} race_limit=${C_RACE_LIMIT:-30} most=${C_THREADS:-7}
out=${1:-$build/reproduce-c} doc=${2:-$root/doc}
mkdir -p "$out/runs" "$out/models" "$doc"
out=$(cd "$out" && pwd) doc=$(cd "$doc" && pwd)
fail () { printf 'reproduce-c: %s\n' "$*" >&2; exit 2; }
[ -x "$program" ] || fail "there is no $program: build first (./run --version), or set BUILD"

families=(hashtable-insert hashtable-present hashtable-half dynamic-locking load-balancing lazy-initialisation)
for family in "${families[@]}"; do
  case $family in
    hashtable-insert) source=hashtable mode=0 ;;
    hashtable-present) source=hashtable mode=1 ;;
    hashtable-half) source=hashtable mode=2 ;;
    *) source=$family mode=0 ;;
  esac
  for ((threads = 2; threads <= most; threads++)); do
    { echo "#define THREADS $threads"; echo "#define MODE $mode"; cat "$here/$source.c"; } >"$out/models/$family-$threads.c"
    "$build/phaselock-gen" "$family" --safe --processes="$threads" >"$out/models/$family-$threads.eml"
  done
done
cp "$here/filesystem.c" "$out/filesystem.c"
identity=$({ sha256sum <"$program"; echo "limits $limit $race_limit"; cat "$out"/models/* "$out/filesystem.c"; } | sha256sum)
if [ -e "$out/identity" ] && [ "$(<"$out/identity")" != "$identity" ]; then
  fail "$out has the records of another program, of other models or with other limits: remove it, or name another folder"
fi
echo "$identity" >"$out/identity"

# ---- Growth. ----
conditions=reachability,static-pointer,monotonic-atomic,locks
options () { # METHOD REDUCTION
  local without=
  case $2 in
    none) without=transactions ;;
    static) without=phase,$conditions ;;
    phase) without=$conditions ;;
  esac
  [ "$1" = ic3 ] || without=induction${without:+,$without}
  echo "-e ic3${without:+ --without $without}"
}
# Records in NAME.jsonl, CPU seconds in NAME.time.  No records: it took too long.
run () { # NAME SECONDS MODEL OPTION...
  local name=$1 seconds=$2 model=$3 status=0
  shift 3
  [ ! -e "$out/runs/$name.jsonl" ] || return 0
  python3 "$root/bench/dynamic/limited.py" "$seconds" "$out/runs/$name.time" \
    "$program" check -q --format jsonl --stats "$@" "$model" >"$out/runs/$name.part" 2>"$out/runs/$name.messages" || status=$?
  case $status in
    0|5|10) ;;
    124) : >"$out/runs/$name.part" ;;
    *) cat "$out/runs/$name.messages" >&2; fail "$name: exit status $status" ;;
  esac
  rm "$out/runs/$name.messages"
  mv "$out/runs/$name.part" "$out/runs/$name.jsonl"
}
# The assertions of a model, as words for -p; not the indices.
assertions () { grep -n '^ *assert (' "$1" | sed 's/^\([0-9]*\):.*/assert:\1/' | paste -sd,; }
undecided () { [ ! -s "$out/runs/$1.jsonl" ] || grep -q '"verdict":"unknown"' "$out/runs/$1.jsonl"; }
series () { # FAMILY METHOD REDUCTION ENDING OPTION...
  local family=$1 method=$2 reduction=$3 ending=$4 threads name model
  shift 4
  for ((threads = 2; threads <= most; threads++)); do
    name=$family-$threads-$method-$reduction model=$out/models/$family-$threads.$ending
    run "$name" "$limit" "$model" "$@" -p "$(assertions "$model")"
    if undecided "$name"; then break; fi
  done
}
for family in "${families[@]}"; do
  for method in ic3 bmc; do
    for reduction in dynamic phase static none; do
      # shellcheck disable=SC2046 # words
      series "$family" $method $reduction c $(options $method $reduction)
    done
  done
  series "$family" auto c c
  series "$family" auto eml eml
  printf 'reproduce-c: %s\n' "$family" >&2
done

# ---- Races. ----
run filesystem 0 "$out/filesystem.c" -p race
run filesystem-fixed 0 "$out/filesystem.c" -p race --cflags -DFIXED
run filesystem-whole 0 "$out/filesystem.c" -p race --cflags -DWHOLE --timeout "$race_limit"
if [ ! -e "$out/strategies" ]; then
  BUILD=$build LIMIT=$race_limit bash "$root/bench/bmc-table.sh" "$out/filesystem.c" head,disk >"$out/strategies.part"
  mv "$out/strategies.part" "$out/strategies"
fi

# ---- The page. ----
export PYTHONDONTWRITEBYTECODE=1 LIMIT=$limit RACE_LIMIT=$race_limit MOST=$most
PYTHONPATH=$root/bench/spin09:$root/bench/dynamic python3 "$here/experiments.py" "$out" "$here/c-experiments.md.in" >"$out/c-experiments.md"
if command -v gnuplot >/dev/null; then
  (cd "$out" && gnuplot -e "limit=$limit; most=$most; families='${families[*]}'; only='c'" "$root/bench/dynamic/plots.gp")
  [ "$doc" = "$out" ] || cp "$out/c-growth.svg" "$doc/"
else
  echo 'reproduce-c: no gnuplot: no plot' >&2
fi
[ "$doc" = "$out" ] || cp "$out/c-experiments.md" "$doc/"
printf 'reproduce-c: %s\n' "$doc/c-experiments.md" >&2
