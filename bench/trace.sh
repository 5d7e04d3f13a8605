#!/usr/bin/env bash
# trace.sh -- races in large traces: both detectors side by side.
#
#     bench/trace.sh [EVENTS]        default 50000000, a trace of about 850 MB
#
# The trace that was asked for has 64 threads, 10,000 locks and a million variables
# (bench/trace_gen.c), and is compressed with zstd.  Prints Markdown tables: seconds of
# CPU and memory of both detectors and of `zstd -d | wc -l'; with a tenth and
# half of the events;
# then how they grow with threads, locks and variables, with a tenth of the events.  Exit
# status 1 if locksets take more than 1.5 times as long as vector clocks, if either takes
# more than ten times as long as zstd and wc, or if memory grows with the events by more
# than a tenth.  CPU seconds, since other programs may run; the trace goes through a
# file, so that making it does not count.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
events=${1:-50000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

generate () { # EVENTS THREADS LOCKS VARIABLES
  "$build/bench/trace_gen" "$@" | zstd -q -3 -f -o "$work/trace.zst"
}
# measure COMMAND...: CPU seconds of it and its children, and its memory in MB.
measure () {
  local status=0
  /usr/bin/time -f '%U %S %M' -o "$work/time" bash -c "$*" >"$work/out" || status=$?
  [ "$status" = 0 ] || [ "$status" = 10 ] || { echo "trace.sh: status $status" >&2; exit 2; }
  tail -1 "$work/time" | awk '{ printf "%.2f %d\n", $1 + $2, $3 / 1024 }'
}
detect () { measure "'$build/phaselock' trace --detector $1 '$work/trace.zst'"; }

# row TITLE: both detectors on the trace; sets $locksets, $clocks and their memory.
row () {
  read -r locksets locksets_mb < <(detect locksets)
  races=$(sed -n '$s/.*: //p' "$work/out")
  read -r clocks clocks_mb < <(detect vector-clocks)
  [ "$races" = "$(sed -n '$s/.*: //p' "$work/out")" ] || { echo "the detectors disagree"; failed=1; }
  printf '| %s | %s | %s | %.2f | %s | %s | %s |\n' "$1" "$locksets" "$clocks" \
    "$(awk "BEGIN { print $locksets / $clocks }")" "$locksets_mb" "$clocks_mb" "$races"
}
header () {
  printf '\n| %s | locksets, s | vector clocks, s | ratio | locksets, MB | vector clocks, MB | found |\n' "$1"
  echo '|---|---|---|---|---|---|---|'
}

few=$((events / 10))
header events
generate "$few" 64 10000 1000000
row "$few"
generate $((events / 2)) 64 10000 1000000
row $((events / 2))
half_mb=$locksets_mb
generate "$events" 64 10000 1000000
row "$events"
most=$locksets most_mb=$locksets_mb
awk "BEGIN { exit !($locksets <= 1.5 * $clocks) }" || { echo "locksets are too slow"; failed=1; }
awk "BEGIN { exit !($most_mb <= 1.1 * $half_mb) }" || { echo "memory grows with the events"; failed=1; }
read -r plain _ < <(measure "zstd -dc '$work/trace.zst' | wc -l")
factor=$(awk "BEGIN { printf \"%.1f\", $most / $plain }")
echo
echo "\`zstd -d | wc -l\` takes $plain s: locksets take $factor times as long."
awk "BEGIN { exit !($factor <= 10) }" || { echo "that is too long"; failed=1; }

header threads
for threads in 2 8 32 128 512; do
  generate "$few" $threads 10000 1000000
  row $threads
done
header locks
for locks in 100 1000 10000 100000; do
  generate "$few" 64 $locks 1000000
  row $locks
done
header variables
for variables in 1000 10000 100000 1000000 3000000; do
  generate "$few" 64 10000 $variables
  row $variables
done
exit $failed
