#!/usr/bin/env bash
# reproduce.sh -- the experiments of [GuntherLaarman2017, section 6] again:
# `make reproduce-dynamic'.
#
#     bench/dynamic/reproduce.sh [--small] [FOLDER [DOC]]
#
# Growth: the families of models/dynamic with 2 to 7 threads, their assertions proved by
# `-e ic3', and by bounded search of the same relation (`--without induction'), each with
# the reductions none, static, phase and dynamic.  A series ends where a run takes more
# than DYNAMIC_LIMIT seconds of CPU time (default 3; the paper has an hour).  Scatter: all
# queries but patterns of models/data and models/dynamic, by `-e ic3', with each
# reduction, at most DYNAMIC_SCATTER_LIMIT seconds by the clock (default 1) each.
#
# Records and times stay in FOLDER (default: reproduce-dynamic in the build folder);
# dynamic.md and its plots go to DOC (default: doc/ of the source).  It can be stopped at
# any time; called again, it continues where it was.  --small has up to three threads, a few
# models, and leaves the document in FOLDER.
#
# Times are CPU times of the whole run, which the load of the machine changes less than the
# clock; work (calls of the solver and conflicts) is the same on every machine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/_build}
program=${PHASELOCK:-$build/phaselock}
small=
if [ "${1:-}" = --small ]; then small=yes; shift; fi
limit=${DYNAMIC_LIMIT:-3} scatter_limit=${DYNAMIC_SCATTER_LIMIT:-1}
out=${1:-$build/reproduce-dynamic${small:+-small}}
doc=${2:-$([ -n "$small" ] && echo "$out" || echo "$root/doc")}
mkdir -p "$out" "$doc"
out=$(cd "$out" && pwd) doc=$(cd "$doc" && pwd)
fail () { printf 'reproduce-dynamic: %s\n' "$*" >&2; exit 2; }
[ -x "$program" ] || fail "there is no $program: build first (./run --version), or set BUILD"
here=$root source "$root/scripts/build.sh"
command -v python3 >/dev/null || install_missing python3:/usr/bin/python3
[ -n "$small" ] || command -v gnuplot >/dev/null || install_missing gnuplot-nox:/usr/bin/gnuplot

most=7
families=(hashtable-insert hashtable-present hashtable-half dynamic-locking load-balancing lazy-initialisation)
if [ -n "$small" ]; then
  most=3
  families=(hashtable-present)
fi

# ---- The models: made anew each time, with the same bytes. ----
rm -rf "$out/models.new"
mkdir -p "$out/models.new/scatter"
for family in "${families[@]}"; do
  for ((threads = 2; threads <= most; threads++)); do
    "$build/phaselock-gen" "$family" --safe --processes="$threads" >"$out/models.new/$family-$threads.eml"
  done
done
if [ -n "$small" ]; then
  cp "$root"/models/dynamic/{hashtable-present,lazy-initialisation}.eml "$out/models.new/scatter"
else
  cp "$root"/models/dynamic/*.eml "$root"/models/data/*.eml "$out/models.new/scatter"
fi
identity=$({ sha256sum <"$program"; echo "limits $limit $scatter_limit"
             cd "$out/models.new" && find . -name '*.eml' | LC_ALL=C sort | xargs sha256sum; } | sha256sum)
if [ -e "$out/identity" ] && [ "$(<"$out/identity")" != "$identity" ]; then
  rm -rf "$out/models.new"
  fail "$out has the records of another program, of other models or with other limits: remove it, or name another folder"
fi
rm -rf "$out/models"
mv "$out/models.new" "$out/models"
echo "$identity" >"$out/identity"

# ---- The runs. ----
conditions=reachability,static-pointer,monotonic-atomic,locks
without () { # REDUCTION: what it leaves out
  case $1 in
    none) echo transactions ;;
    static) echo phase,$conditions ;;
    phase) echo $conditions ;;
    dynamic) ;;
  esac
}
mkdir -p "$out/runs"
# Records in NAME.jsonl, CPU seconds in NAME.time.  No records: it took too long.
run () { # NAME SECONDS MODEL WITHOUT OPTION...
  local name=$1 seconds=$2 model=$3 without=$4 status=0
  shift 4
  [ ! -e "$out/runs/$name.jsonl" ] || return 0
  python3 "$root/bench/dynamic/limited.py" "$seconds" "$out/runs/$name.time" \
    "$program" check -q --format jsonl --stats -e ic3 ${without:+--without "$without"} "$@" "$model" \
    >"$out/runs/$name.part" 2>"$out/runs/$name.messages" || status=$?
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

for family in "${families[@]}"; do
  for method in ic3 bmc; do
    for reduction in dynamic phase static none; do
      without=$(without $reduction)
      [ $method = ic3 ] || without=induction${without:+,$without}
      for ((threads = 2; threads <= most; threads++)); do
        name=$family-$threads-$method-$reduction model=$out/models/$family-$threads.eml
        run "$name" "$limit" "$model" "$without" -p "$(assertions "$model")"
        if undecided "$name"; then break; fi
      done
      printf 'reproduce-dynamic: %s\n' "$family, $method, $reduction" >&2
    done
  done
done
for reduction in dynamic phase static none; do
  for model in "$out"/models/scatter/*.eml; do
    run "scatter-$(basename "$model" .eml)-$reduction" 0 "$model" "$(without $reduction)" \
      --timeout "$scatter_limit" -p race,deadlock,assert,exclusive
  done
  printf 'reproduce-dynamic: %s\n' "all models, $reduction" >&2
done

# ---- The document. ----
export PYTHONDONTWRITEBYTECODE=1 LIMIT=$limit SCATTER_LIMIT=$scatter_limit MOST=$most
PYTHONPATH=$root/bench/spin09 python3 "$root/bench/dynamic/dynamic.py" "$out" "$root/bench/dynamic/dynamic.md.in" >"$out/dynamic.md.new"
if command -v gnuplot >/dev/null; then
  (cd "$out" && gnuplot -e "limit=$limit; most=$most; families='${families[*]}'" "$root/bench/dynamic/plots.gp")
  for plot in growth scatter; do
    [ "$doc" = "$out" ] || cp "$out/dynamic-$plot.svg" "$doc/"
  done
else
  echo 'reproduce-dynamic: no gnuplot: no plots' >&2
fi
mv "$out/dynamic.md.new" "$doc/dynamic.md"
printf 'reproduce-dynamic: %s\n' "$doc/dynamic.md" >&2
