#!/usr/bin/env bash
# scaling.sh -- where does each engine begin to need long, when models become larger?
#
#     bench/spin09/scaling.sh [--small] CLASSES TABLE
#
# Series of models that grow in one thing: the threads that use the class Shop
# (--threads), the customers of the model shop-run, the fields that are asked about.
# Each is decided as in the paper, with all processes and all locks, by bdd and cpds
# (--without all), and by auto as it is.  CLASSES has the compiled programs of
# models/contest/java.  TABLE gets a line for each model and engine:
#
#     SERIES SIZE ENGINE QUERIES ASKED UNKNOWN TOTAL-MS SLOWEST-MS
#
# ASKED are those that an engine was asked about.  SCALING_LIMIT (default 3) seconds for
# each query.  What takes less than a second is done three times, and the fastest counts:
# a busy machine disturbs short times most.  An engine that is unknown about half of those asked, or more, is not asked
# about larger ones.
set -euo pipefail -f # globs are for phaselock
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
program=${PHASELOCK:-$root/_build/phaselock}
limit=${SCALING_LIMIT:-3}
threads='2 3 4 6 8 12 16' customers='2 3 4 5 6 8' fields='items items,storage* items,storage*,signal'
if [ "$1" = --small ]; then
  threads='2 3' customers=2 fields=
  shift
fi
classes=$1 table=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$table.new"

declare -A given_up
# Decide all patterns, with these options; print the numbers of a line.
measure () { # OPTION... MODEL
  "$program" check -q -a spin09 -p patterns --format jsonl --stats --timeout "$limit" "$@" >"$work/records" 2>/dev/null ||
    [ $? -le 10 ] # a violation is status 10, something unknown 5
  python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin]
asked = [r for r in records if r["stats"]["choices"] or r["verdict"] == "unknown"]
late = [r for r in records if r["verdict"] == "unknown"]
times = [r["ms"] for r in records]
print(len(records), len(asked), len(late), f"{sum(times):.3f}", f"{max(times):.3f}")' <"$work/records"
}

cell () { # SERIES SIZE MODEL OPTION...
  local series=$1 size=$2 model=$3 engine options line again asked late total best; shift 3
  printf 'reproduce: scaling, %s %s\n' "$series" "$size" >&2
  for engine in auto bdd cpds; do
    [ -z "${given_up[$series-$engine]:-}" ] || continue
    options=(-e "$engine")
    [ $engine = auto ] || options+=(--without all)
    line=$(measure "${options[@]}" "$@" "$model")
    for _ in 1 2; do
      read -r _ asked late total _ <<<"$line"
      [ "${total%.*}" -lt 1000 ] || break
      again=$(measure "${options[@]}" "$@" "$model")
      read -r _ _ _ best _ <<<"$again"
      [ "${best%.*}${best#*.}" -ge "${total%.*}${total#*.}" ] || line=$again
    done
    read -r _ asked late _ <<<"$line"
    printf '%s %s %s %s\n' "$series" "$size" "$engine" "$line" >>"$table.new"
    [ $((2 * late)) -lt "$asked" ] || [ "$late" = 0 ] || given_up[$series-$engine]=yes
  done
}

for n in $threads; do
  "$program" java -q --class Shop --threads "$n" -o "$work/shop.eml" "$classes"
  cell threads "$n" "$work/shop.eml"
done
for k in $customers; do
  sed "s/Customer\[2\]/Customer[$k]/" "$root/models/contest/shop-run-2.eml" >"$work/run.eml"
  cell customers "$k" "$work/run.eml"
done
"$program" java -q --class Shop --threads 4 -o "$work/shop.eml" "$classes"
for list in $fields; do
  cell fields "$(tr ',' '\n' <<<"$list" | wc -l)" "$work/shop.eml" -f "$list"
done
mv "$table.new" "$table"
