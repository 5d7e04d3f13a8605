#!/usr/bin/env bash
# reproduce.sh -- the experiment of [SPIN09, section 8] again: `make reproduce'.
#
#     bench/spin09/reproduce.sh [--small] [--list] [FOLDER [DOC]]
#
# Decides every query of models/contest and of the models of generated.list, with the
# automata of spin09 and of strict, with -e cpds, -e bdd and -e auto, at most
# REPRODUCE_LIMIT seconds per query (default 5, so that all is done within an hour; the
# paper has 200): once as the program normally does, and once without sharing anything
# between queries, as in the paper.  The readings also need complete; and models/contest is
# decided without the reductions that the paper did not have.  Where there is a javac, the
# same is done with models that come from the programs of models/contest/java; and
# scaling.sh makes some of them larger.  All records stay in FOLDER (default: reproduce in
# the build folder); the document reproduction.md and its plots go to DOC (default: doc/
# of the source).
#
# CONTEST=DIR: only that, see originals.sh.  DIR has the sources of the ConTest programs.
#
# It can be stopped at any time; called again, it continues where it was.  --small
# takes a few models, and ten seconds per query; its document stays in FOLDER.  --list
# makes the models and prints the queries of spin09, as `phaselock batch --list -p patterns'
# does.
#
# Uses the build in $BUILD (default _build/).  Decides one query at a time (JOBS=1), so
# that queries do not disturb each other's times.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/_build}
program=${PHASELOCK:-$build/phaselock}
small= list=
while :; do
  case ${1:-} in
    --small) small=yes; shift ;;
    --list) list=yes; shift ;;
    *) break ;;
  esac
done
limit=${REPRODUCE_LIMIT:-$([ -n "$small" ] && echo 10 || echo 5)}
out=${1:-$build/reproduce${small:+-small}}
doc=${2:-$([ -n "$small" ] && echo "$out" || echo "$root/doc")}
mkdir -p "$out" "$doc"
out=$(cd "$out" && pwd) doc=$(cd "$doc" && pwd)
fail () { printf 'reproduce: %s\n' "$*" >&2; exit 2; }

[ -x "$program" ] || fail "there is no $program: build first (./run --version), or set BUILD"
here=$root source "$root/scripts/build.sh"
command -v python3 >/dev/null || install_missing python3:/usr/bin/python3
[ -n "$small" ] || command -v gnuplot >/dev/null || install_missing gnuplot-nox:/usr/bin/gnuplot

if [ -n "${CONTEST:-}" ]; then
  export PHASELOCK=$program LIMIT=$limit
  exec bash "$root/bench/spin09/originals.sh" "$CONTEST" "$out/originals"
fi

# ---- The models: made anew each time, with the same bytes. ----
models=$out/models
rm -rf "$models.new"
mkdir -p "$models.new/contest" "$models.new/generated"
generate () { # NAME ARGUMENT...
  local name=$1; shift
  "$build/phaselock-gen" "$@" >"$models.new/generated/$name.eml"
}
if [ -n "$small" ]; then
  for model in bubble-swap-cells list-tail lottery-methods shop-attempt-2 shop-main-2; do
    cp "$root/models/contest/$model.eml" "$models.new/contest/"
  done
  generate nested-4 nested --locks=4
else
  cp "$root"/models/contest/*.eml "$models.new/contest/"
  while read -r name arguments; do
    case $name in ''|'#'*) continue ;; esac
    read -ra words <<<"$arguments"
    generate "$name" "${words[@]}"
  done <"$root/bench/spin09/generated.list"
fi

# The programs of models/contest/java, by --main with the units of each model made by
# hand, and their classes by --class.
java=$out/java
rm -rf "$java.new"
mkdir -p "$java.new"
if command -v javac >/dev/null; then
  rm -rf "$out/classes"
  mkdir -p "$out/classes"
  javac -g -d "$out/classes" "$root"/models/contest/java/*.java
  while read -r model program_class class units; do
    "$program" java -q --main "$program_class" --class "$class" --units "$units" \
      -o "$java.new/main-$model" "$out/classes"
  done < <(sed -nE 's/^\| ([a-z0-9-]+\.eml) \| ([A-Za-z]+) \| ([A-Za-z$]*) \| ([A-Za-z,]*) \| ([^|]*) \|$/\1 \2 \3 \4/p' \
             "$root/models/contest/java/README.md" |
           if [ -n "$small" ]; then grep -E '^(list-tail|shop-main-2)'; else cat; fi)
  for class in $([ -n "$small" ] || echo 'SoftWareVerificationHW BugTester$Node BugTesterLocked$Node') Shop; do
    "$program" java -q --class "$class" -o "$java.new/class-${class//\$/.}.eml" "$out/classes"
  done
else
  echo 'reproduce: no javac: no models that come from Java' >&2
fi

# Records of another version, other models or another limit do not belong to this run.
identity=$({ sha256sum <"$program"; echo "limit $limit"; cd "$out" && find models.new java.new -name '*.eml' | LC_ALL=C sort | xargs sha256sum; } | sha256sum)
if [ -e "$out/identity" ] && [ "$(<"$out/identity")" != "$identity" ]; then
  rm -rf "$models.new" "$java.new"
  fail "$out has the records of another program, of other models or with another limit: remove it, or name another folder"
fi
rm -rf "$models" "$java"
mv "$models.new" "$models"
mv "$java.new" "$java"
echo "$identity" >"$out/identity"
[ -z "$list" ] || exec "$program" batch -q --list -a spin09 -p patterns "$models"

# ---- The runs. ----
show=(-q)
[ -n "$small" ] || show+=(--progress always)
run () { # NAME FOLDER OPTION...
  local name=$1 folder=$2 status=0; shift 2
  [ ! -e "$out/$name.jsonl" ] || return 0
  printf 'reproduce: %s\n' "$name" >&2
  { date -u +%Y-%m-%dT%H:%MZ; cut -d' ' -f1 /proc/loadavg; } 2>/dev/null | paste -sd' ' >>"$out/loads"
  "$program" batch -p patterns --resume --stats --timeout "${time:-$limit}" -j "${JOBS:-1}" "${show[@]}" \
    -o "$out/$name.jsonl" "$@" "$folder" || status=$?
  [ $status = 0 ] || [ $status = 5 ] || exit $status # 5: a query is unknown
}
for set in spin09 strict; do
  for engine in auto bdd cpds; do
    run "$set-$engine" "$models" -a "$set" -e "$engine"
    run "$set-$engine-alone" "$models" -a "$set" -e "$engine" --without roles
  done
done
run complete-auto "$models" -a complete
# As in the paper, except that two processes are chosen for each query.  (With all nine
# processes of some models, no query is decided in reasonable time.)
paper=units,common-locks,roles,antichains,movers,run-ahead,private-locks,idle-locks,guarded-locks,lazy-locks,samples,slicing,early-automaton
# Most of these queries are never decided by cpds, and a small run is to be short.
if [ -n "$small" ]; then time=0.1 SCALING_LIMIT=0.1; export SCALING_LIMIT; fi
for engine in bdd cpds; do
  run "spin09-$engine-plain" "$models/contest" -a spin09 -e "$engine" --without "$paper"
done
if [ -n "$(ls "$java")" ]; then
  for engine in auto bdd cpds; do
    run "java-$engine-alone" "$java" -a spin09 -e "$engine" --without roles
  done
  for engine in bdd cpds; do
    run "java-$engine-plain" "$java" -a spin09 -e "$engine" --without "$paper"
  done
  [ -e "$out/scaling.tsv" ] || PHASELOCK=$program bash "$root/bench/spin09/scaling.sh" ${small:+--small} "$out/classes" "$out/scaling.tsv"
fi

# ---- The document. ----
export PYTHONDONTWRITEBYTECODE=1 PHASELOCK=$program LIMIT=$limit
python3 "$root/bench/spin09/reproduction.py" "$out" "$root/bench/spin09/reproduction.md.in" >"$out/reproduction.md.new"
if command -v gnuplot >/dev/null; then
  (cd "$out" && gnuplot -e "limit=$limit" "$root/bench/spin09/plots.gp")
  for plot in scatter cactus; do
    [ "$doc" = "$out" ] || cp "$out/reproduction-$plot.svg" "$doc/"
  done
else
  echo 'reproduce: no gnuplot: no plots' >&2
fi
mv "$out/reproduction.md.new" "$doc/reproduction.md"
printf 'reproduce: %s\n' "$doc/reproduction.md" >&2
