#!/usr/bin/env bash
# record.sh -- what recording costs: the same program, compiled with -fsanitize=thread,
# under ThreadSanitizer's own runtime and under the recorder, side by side.
#
#     bench/record.sh [THREADS]        default: 1, 2 and 4
#
# Seconds are those of the program alone, the least of five runs; `record' is the whole
# command, with the writing of the trace.  Fails if a recorded program takes more than 20
# times as long.  Uses the build in $BUILD (default _build/).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
folder=$(mktemp -d "${TMPDIR:-/tmp}/record.XXXXXX")
trap 'rm -rf "$folder"' EXIT
failed=0
gcc -g -O2 -w -fsanitize=thread "$here/bench/record_load.c" -o "$folder/load"
# Prints how long a command takes; for `record' to run as well.
printf '#!/bin/bash\nTIMEFORMAT=%%R\ntime "$@"\n' >"$folder/stopwatch"
chmod +x "$folder/stopwatch"

least () { # COMMAND...: seconds, the least of three
  for _ in 1 2 3 4 5; do "$@" 2>&1 >/dev/null | tail -1; done | sort -n | head -1
}
recorded () { "$build/phaselock" record -q -o "$folder/trace.std" -- "$folder/stopwatch" "$@"; }

echo "| load | threads | events | ThreadSanitizer, s | recorded, s | times | record, s |"
echo "|---|---|---|---|---|---|---|"
for threads in ${1:-1 2 4}; do
  for spec in locks:300000 reads:2000000 writes:2000000 atomics:500000 calls:1000000 objects:200000; do
    kind=${spec%:*} rounds=$((${spec#*:} / threads))
    sanitizer=$(least "$folder/stopwatch" "$folder/load" "$kind" "$threads" "$rounds")
    recorder=$(least recorded "$folder/load" "$kind" "$threads" "$rounds")
    whole=$(least "$folder/stopwatch" "$build/phaselock" record -q -o "$folder/trace.std" -- \
              "$folder/load" "$kind" "$threads" "$rounds")
    events=$(wc -l <"$folder/trace.std")
    ratio=$(awk "BEGIN { printf \"%.1f\", $recorder / ($sanitizer > 0 ? $sanitizer : 0.001) }")
    echo "| $kind | $threads | $events | $sanitizer | $recorder | $ratio | $whole |"
    awk "BEGIN { exit !($ratio > 20) }" && failed=1
  done
done
exit $failed
