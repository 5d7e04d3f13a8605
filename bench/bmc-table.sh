#!/usr/bin/env bash
# bmc-table.sh -- bounded search with each of its strategies, lazy and eager, on the small file system:
# races found, depth, time and memory (doc/bmc.md; `make reproduce-bmc').
#
#     bench/bmc-table.sh [MODEL]       models/data/filesystem.eml by default
#
# Each row is one run with one strategy, which looks for all races on each field for at most LIMIT
# seconds of wall time, 30 by default: a quarter of an hour at most in all. Times are those of the
# processor, which are less on a busy machine. The depth is that of the last question that came to an
# end, of one process if lazy, of all together if eager; 0 if nothing was found.
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$source/_build}
limit=${LIMIT:-30}
model=${1:-$source/models/data/filesystem.eml}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

row () { # NAME OPTION...
  local name=$1
  shift
  /usr/bin/time -f '%U %M' -o "$scratch/time" "$build/phaselock" check -q --stats -e bmc --all-races \
    -p race --timeout "$limit" "$@" "$model" >"$scratch/out" 2>"$scratch/messages"
  cat "$scratch/out" "$scratch/messages" "$scratch/time" | awk -v name="$name" '
    /^VIOLATION/ { races++ }
    /^stats:/ { match ($0, /up to [0-9]+/); depth = substr ($0, RSTART + 6, RLENGTH - 6)
                match ($0, /most [0-9]+ clauses/); clauses = substr ($0, RSTART + 5, RLENGTH - 13) }
    /^[0-9.]+ [0-9]+$/ { seconds = $1; megabytes = $2 / 1024 }
    END { printf "| %s | %d | %d | %d | %.1f | %.0f |\n", name, races, depth, clauses, seconds, megabytes }'
}

echo "| strategy | races | depth | clauses | s | MB |"
echo "|---|---|---|---|---|---|"
for way in lazy eager; do
  [ "$way" = eager ] && off=lazy, || off=
  row "$way: csr" --without="${off}contexts,locksets,transactions"
  row "$way: csr, balance" --with=balance --without="${off}contexts,locksets,transactions"
  row "$way: csr, balance, contexts" --with=balance --without="${off}locksets,transactions"
  row "$way: csr, balance, contexts, locksets" --with=balance --without="${off}transactions"
  row "$way: csr, contexts, locksets" --without="${off}transactions"
  row "$way: csr, contexts, locksets, transactions" ${off:+--without=lazy}
done
