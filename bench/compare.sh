#!/usr/bin/env bash
# compare.sh -- did a change make the program slower?  Instructions of two builds.
#
#     bench/compare.sh OLD/phaselock NEW/phaselock [PERCENT]
#
# Runs both on the same models under callgrind, which counts instructions and so
# does not depend on how busy the machine is, and prints a table with the ratio of
# each run and of all.  Fails if all runs together, or one of them, take more than
# PERCENT (default 3) longer.  phaselock-gen, which makes the models, is the new one.
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2") percent=${3:-3}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
gen=$(dirname "$new")/phaselock-gen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_model () { "$gen" "${@:2}" >"$work/$1.eml"; }
make_model nested nested -k 5
make_model recursion recursion -k 4
make_model chain chain -f 6 --broken
make_model choices choices -n 8 --broken
make_model random random --size 120 --locks 4 --seed 3
make_model straight straight -n 20000
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
  "check -a strict -p 1-14 -q choices.eml"
  "check -a strict -p 1-14 -q --timeout 100 random.eml"
  "check -a strict -p 1-14 --format jsonl examples"
  "check -a strict -p 1-14 -q straight.eml"
)
cd "$work"
printf '%-48s %14s %14s %8s\n' run old new ratio
worst=0 sum_old=0 sum_new=0
for run in "${runs[@]}"; do
  # shellcheck disable=SC2086
  before=$(count "$old" $run) after=$(count "$new" $run)
  sum_old=$((sum_old + before)) sum_new=$((sum_new + after))
  ratio=$(awk -v a="$before" -v b="$after" 'BEGIN { printf "%.4f", b / a }')
  printf '%-48s %14d %14d %8s\n' "$run" "$before" "$after" "$ratio"
  worst=$(awk -v a="$worst" -v b="$ratio" 'BEGIN { print (b > a) ? b : a }')
done
all=$(awk -v a="$sum_old" -v b="$sum_new" 'BEGIN { printf "%.4f", b / a }')
printf '%-48s %14d %14d %8s   worst %s\n' "all" "$sum_old" "$sum_new" "$all" "$worst"
awk -v all="$all" -v worst="$worst" -v p="$percent" 'BEGIN { exit all > 1 + p / 100 || worst > 1 + p / 100 }'
