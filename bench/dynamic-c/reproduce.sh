#!/usr/bin/env bash
# reproduce.sh -- the programs of [GuntherLaarman2017] in C, with 2 to 7 threads, by each
# engine and reduction: a table of CPU seconds.  `make reproduce-c'.
#
#     bench/dynamic-c/reproduce.sh [MOST [LIMIT]]      default: 7 threads, 20 s of CPU a run
#
# As in the paper: ic3 and bounded search of the same relation (bmc), each with all dynamic
# reductions, with phase variables only, with static ones only, and with none; and auto, which
# is what `check' does.  A series ends where a run takes more than LIMIT seconds ("-") or the
# verdict is unknown ("?").  Reading and translating the C is part of each run.  Uses the build
# in $BUILD (default _build/).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${BUILD:-$here/../../_build}
most=${1:-7} limit=${2:-20}
conditions=reachability,static-pointer,monotonic-atomic,locks
# CELL: CPU seconds of a run that proves the assertions, or why there are none.
measure () { # OPTIONS OF check...
  local status=0
  python3 "$here/../dynamic/limited.py" "$limit" seconds "$build/phaselock" check -p assert --format jsonl \
    --cflags "$flags -DTHREADS=$threads" "$@" "$here/$program.c" >records 2>errors || status=$?
  if [ $status = 124 ]; then echo -
  elif [ $status = 10 ]; then echo violation
  elif [ $status = 0 ]; then cut -c1-5 seconds
  else echo '?'; fi
}
folder=$(mktemp -d "${TMPDIR:-/tmp}/reproduce-c.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
echo "| program | threads | auto | ic3 dynamic | phase | static | none | bmc dynamic | phase | static | none |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for spec in "hashtable -DMODE=0" "hashtable -DMODE=1" "hashtable -DMODE=2" \
  "dynamic-locking" "load-balancing" "lazy-initialisation"; do
  program=${spec%% *} flags=${spec#"$program"}
  declare -A ended=()
  for ((threads = 2; threads <= most; threads++)); do
    row="| $program${flags/ -DMODE=/, mode } | $threads"
    for column in auto ic3 ic3:$conditions ic3:phase,$conditions ic3:transactions \
      bmc: bmc:$conditions bmc:phase,$conditions bmc:transactions; do
      if [ -n "${ended[$column]:-}" ]; then row+=" |"; continue; fi
      case $column in
        auto) cell=$(measure) ;;
        ic3) cell=$(measure -e ic3) ;;
        ic3:*) cell=$(measure -e ic3 --without "${column#ic3:}") ;;
        bmc:) cell=$(measure -e ic3 --without induction) ;;
        bmc:*) cell=$(measure -e ic3 --without "induction,${column#bmc:}") ;;
      esac
      case $cell in -|'?') ended[$column]=yes ;; esac
      row+=" | $cell"
    done
    echo "$row |"
  done
done
