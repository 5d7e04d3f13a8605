#!/usr/bin/env bash
# compare.sh -- did a change make the program slower?  Instructions of two builds.
#
#     bench/compare.sh [--write] OLD NEW [PERCENT]
#
# OLD and NEW are commits, which are built, or programs: paths of a phaselock.  Runs
# both on the same models under callgrind, which counts instructions and so does not
# depend on how busy the machine is, and prints a table with the ratio of each run, the
# worst first, and of all.  Fails if all runs together, or one of them, take more than
# PERCENT (default 3) longer.  phaselock-gen, which makes the models, is the new one.
# --write puts the table into doc/performance.md.
set -euo pipefail
write=
if [ "${1-}" = --write ]; then write=1; shift; fi
[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
percent=${3:-3}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"; git -C "$here" worktree prune' EXIT

program_of () { # COMMIT|PROGRAM PLACE: the path of the program, built if need be
  if [ -f "$1" ]; then realpath "$1"; return; fi
  git -C "$here" worktree add --quiet --detach "$work/$2" "$1" >&2
  (cd "$work/$2" && ./autogen.sh && mkdir build && cd build &&
    ../configure --quiet && make -s -j"$(nproc)" phaselock phaselock-gen) >"$work/$2.log" 2>&1 ||
    { tail -5 "$work/$2.log" >&2; return 1; }
  echo "$work/$2/build/phaselock"
}
old=$(program_of "$1" old) new=$(program_of "$2" new)
gen=$(dirname "$new")/phaselock-gen
make_model () { "$gen" "${@:2}" >"$work/$1.eml"; }
make_model nested nested -k 5
make_model recursion recursion -k 4
make_model chain chain -f 6 --broken
make_model choices choices -n 8 --broken
make_model random random --size 120 --locks 4 --seed 3
make_model straight straight -n 20000
make_model unwinding recursion -n 30 -f 3 --broken
make_model fields chain -n 100 -f 8 --broken
make_model clients clients --procedures 60 --entries 6 --fields 6 --locks 4
make_model clients-safe clients --procedures 300 --fields 20 --safe
cp -r "$here/models/examples" "$here/models/contest" "$work/"
# An old build may not know every word.
for model in "$work"/{examples,contest}/*.eml; do
  "$old" lint -q "$model" >/dev/null 2>&1 || rm "$model"
done

count () { # PROGRAM WORDS...: instructions
  local out
  out=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) || true
  sed -n 's/.*Collected : *//p' <<<"$out"
}
# Each run names its automata and patterns: the two builds may have different defaults.
runs=(
  "lint examples contest straight.eml"
  "check -a strict -p 1-14 -q examples contest"
  "check -q -e antichain -a complete -p 1-32 examples"
  "check -q -e bdd -a spin09 -p 1-14 examples"
  "check -a strict -p 1-14 -q -e explicit contest"
  "check -a strict -p 1-14 -q nested.eml"
  "check -a strict -p 1-14 -q -e bdd nested.eml"
  "check -a strict -p 1-14 -q recursion.eml"
  "check -a strict -p 1-14 -q chain.eml"
  "check -a strict -p 1-14 chain.eml"
  "check -a strict -p 1-14 -q choices.eml"
  "check -a strict -p 1-14 -q --timeout 100 random.eml"
  "check -a strict -p 1-14 --format jsonl examples"
  "check -a strict -p 1-14 -q straight.eml"
  "check -a strict -p 1-14 -q unwinding.eml"
  "check -a strict -p 1-14 -q fields.eml"
  "check -a strict -p 1-5 -q --timeout 100 clients.eml"
  "check -a strict -p 1-14 -q clients-safe.eml"
)
cd "$work"
for run in "${runs[@]}"; do
  # shellcheck disable=SC2086
  printf '%s %s %s\n' "$(count "$old" $run)" "$(count "$new" $run)" "$run"
done >counts
ratios () { awk '{ ratio = sprintf ("%.4f", $2 / $1); before = $1; after = $2; sub (/^[^ ]+ [^ ]+ /, "")
  print ratio, before, after, $0 }' counts | sort -rn; }
total () { awk '{ a += $1; b += $2 } END { printf "%.4f %.0f %.0f all\n", b / a, a, b }' counts; }
{ ratios; total; } | awk 'BEGIN { printf "%-52s %14s %14s %8s\n", "run", "old", "new", "ratio" }
  { ratio = $1; before = $2; after = $3; sub (/^[^ ]+ [^ ]+ [^ ]+ /, "")
    printf "%-52s %14.0f %14.0f %8s%s\n", $0, before, after, ratio, (ratio > 1.05 ? "  SLOWER" : "") }'
if [ "$write" ]; then
  { printf '| run | before | now | ratio |\n|---|---|---|---|\n'
    { ratios; total; } | awk '{ ratio = $1; before = $2; after = $3; sub (/^[^ ]+ [^ ]+ [^ ]+ /, ""); gsub (/\.eml/, "")
      printf "| `%s` | %.1f | %.1f | %.3f |\n", $0, before / 1e6, after / 1e6, ratio }'; } >table
  awk -v table="$work/table" '
    /^<!-- compare.sh -->$/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1; next }
    /^<!-- end of compare.sh -->$/ { skip = 0 }
    !skip' "$here/doc/performance.md" >page
  cp page "$here/doc/performance.md"
fi
{ ratios; total; } | awk -v p="$percent" '$1 > 1 + p / 100 { slower = 1 } END { exit slower }'
