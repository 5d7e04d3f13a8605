#!/usr/bin/env bash
# meetings.sh -- what all races and the deadlock of a model cost, against the floor.
#
#     bench/meetings.sh [STATEMENTS]        default: 100000
#
# Models with 10 locks, 8 processes and 20 fields; `floor' is reading, checking and
# lowering the model and one pass over it, `meetings' is that and deciding (no search for
# interleavings), in instructions as callgrind counts them.  Fails if meetings take more
# than 20 times the floor.  Then the order of 64 locks and 16 processes, in CPU
# milliseconds: circles must not be found by listing subsets.
# Uses the build in $BUILD (default _build/), with bench/measure made.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
size=${1:-100000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
model=$folder/model.eml
failed=0

instructions () { # WHAT
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/bench/measure" "$1" auto "$model" 2>&1 >"$folder/line" \
    | awk '/Collected/ { print $NF }'
}

echo "| model | symbols | races | violations | floor, instructions | meetings | times the floor |"
echo "|---|---|---|---|---|---|---|"
for spec in straight 'straight --safe' 'random --calm=0 --procedures=0' 'random --calm=50 --procedures=0' \
            'random --calm=90 --procedures=0' 'random --calm=100 --procedures=0'; do
  # shellcheck disable=SC2086
  "$build/phaselock-gen" $spec -n "$size" -k 10 -p 8 -f 20 >"$model"
  floor=$(instructions floor)
  both=$(instructions meetings)
  read -r _ _ symbols queries violations _ <"$folder/line"
  ratio=$(awk "BEGIN { printf \"%.2f\", $both / $floor }")
  echo "| $spec | $symbols | $((queries - 1)) | $violations | $floor | $both | $ratio |"
  awk "BEGIN { exit !($ratio > 20) }" && failed=1
done

# The i-th process takes 200 pairs of 64 locks.
order () { # KIND
  awk -v kind="$1" 'BEGIN {
    srand (7)
    printf "lock g"; for (l = 0; l < 64; l++) printf ", l%d", l; print ";"
    for (p = 0; p < 16; p++) {
      printf "process P%d {\n%s", p, kind == "gate" ? "sync g {\n" : ""
      for (i = 0; i < 200; i++) {
        a = int (rand () * 64); do b = int (rand () * 64); while (a == b)
        if (kind == "ordered" && a > b) { c = a; a = b; b = c }
        printf "sync l%d { sync l%d { } }\n", a, b
      }
      printf "%s}\n", kind == "gate" ? "}\n" : ""
    }
  }'
}
echo
echo "| 64 locks, 16 processes | floor, ms | deadlock, ms | violations |"
echo "|---|---|---|---|"
for kind in ordered gate crossed; do
  order "$kind" >"$model"
  read -r floor decide _ _ violations _ < <("$build/bench/measure" meetings auto "$model" deadlock)
  awk -v k="$kind" -v f="$floor" -v d="$decide" -v v="$violations" 'BEGIN { printf "| %s | %.1f | %.1f | %s |\n", k, f * 1000, d * 1000, v }'
done
exit "$failed"
