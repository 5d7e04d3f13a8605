#!/usr/bin/env bash
# bmc-table.sh -- bounded search with each of its strategies, lazy and eager, on the small file system:
# races found, depth, time and memory; and the same with more and more local statements at the
# beginning of each procedure (doc/bmc.md; `make reproduce-bmc').
#
#     bench/bmc-table.sh [MODEL [FIELDS]]       models/data/filesystem.eml, and all its fields, by default
#
# Of a program, whose procedures have no beginnings in a text, there is only the first table.
#
# Each row is one run with one strategy, which looks for all races on each field for at most LIMIT
# seconds of wall time, 30 by default: twenty minutes at most in all. Times are those of the
# processor, which are less on a busy machine. The depth is that of the last question that came to an
# end, of one process if lazy, of all together if eager; 0 if nothing was found.
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$source/_build}
limit=${LIMIT:-30}
model=${1:-$source/models/data/filesystem.eml} fields=(${2:+-f "$2"})
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

row () { # NAME MODEL OPTION...
  local name=$1 model=$2
  shift 2
  /usr/bin/time -f '%U %M' -o "$scratch/time" "$build/phaselock" check -q --stats -e bmc --all-races \
    -p race "${fields[@]}" --timeout "$limit" "$@" "$model" >"$scratch/out" 2>"$scratch/messages"
  cat "$scratch/out" "$scratch/messages" "$scratch/time" | awk -v name="$name" '
    /^VIOLATION/ { races++ }
    /^stats:/ { match ($0, /most [0-9]+ steps/); depth = substr ($0, RSTART + 5, RLENGTH - 11)
                match ($0, /most [0-9]+ clauses/); clauses = substr ($0, RSTART + 5, RLENGTH - 13) }
    /^[0-9.]+ [0-9]+$/ { seconds = $1; megabytes = $2 / 1024 }
    END { printf "| %s | %d | %d | %d | %.1f | %.0f |\n", name, races, depth, clauses, seconds, megabytes }'
}

# MODEL with as many LOCAL statements at the beginning of each procedure.
with_work () { # LOCAL
  awk -v n="$1" '
    { print }
    /^proc .*\{$/ && n > 0 {
      print "  int(8) work = 1;"
      for (i = 0; i < n; i++) printf "  work = work * 3 + %d;\n", i % 7 + 1
    }' "$model" >"$scratch/work$1.eml"
  echo "$scratch/work$1.eml"
}

header () {
  echo "| $1 | races | depth | clauses | s | MB |"
  echo "|---|---|---|---|---|---|"
}

header strategy
for way in lazy eager; do
  [ "$way" = eager ] && off=lazy, || off=
  row "$way: csr" "$model" --without="${off}contexts,locksets,transactions"
  row "$way: csr, balance" "$model" --with=balance --without="${off}contexts,locksets,transactions"
  row "$way: csr, balance, contexts" "$model" --with=balance --without="${off}locksets,transactions"
  row "$way: csr, balance, contexts, locksets" "$model" --with=balance --without="${off}transactions"
  row "$way: csr, contexts, locksets" "$model" --without="${off}transactions"
  row "$way: csr, contexts, locksets, transactions" "$model" ${off:+--without=lazy}
done
case $model in *.eml) ;; *) exit ;; esac
echo
header "local statements"
for way in lazy eager; do
  for local in 0 10 40 100; do
    row "$way, $local" "$(with_work $local)" $([ $way = lazy ] || echo --without=lazy)
  done
done
