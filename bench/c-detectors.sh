#!/usr/bin/env bash
# c-detectors.sh -- what dynamic detectors see of the test programs in C whose races and
# deadlocks are known: a table, and how often each is right.
#
#     bench/c-detectors.sh [PROGRAM...]        default: all of tests/llvm/programs/*.c
#
# Each program is run once: under ThreadSanitizer, under helgrind, and under `phaselock
# record', whose trace is asked for races.  What they say is about that execution, so that a
# miss is no bug of theirs; "-": the program does not link (it calls what only verifiers
# have), "waits": it did not end in ten seconds.  Uses the build in $BUILD (default _build/).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
folder=$(mktemp -d "${TMPDIR:-/tmp}/detectors.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cat >given.c <<'END'
#include <stdlib.h>
void reach_error (void) { abort (); }
END
[ $# -gt 0 ] || set -- "$here"/tests/llvm/programs/*.c

run () { # TEXT COMMAND...: "yes" if TEXT is in what it says, "waits", or "no"
  local text=$1 status; shift
  timeout -k 1 10 "$@" >said 2>&1 </dev/null
  status=$?
  if grep -qE "$text" said; then echo yes
  elif [ $status = 124 ]; then echo waits
  else echo no; fi
}
verdict () { # QUESTION: what phaselock says
  python3 - "$1" <<'END'
import json, sys
said = []
for line in open('records'):
    record = json.loads(line)
    if record.get('question') == sys.argv[1]:
        said.append('gap' if record['verdict'] == 'safe' and record.get('gaps') else record['verdict'])
print('yes' if 'violation' in said else 'unknown' if 'unknown' in said else 'gap' if 'gap' in said else 'no')
END
}

echo "| program | race | check | ThreadSanitizer | helgrind | record | deadlock | check | ThreadSanitizer | helgrind |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for path; do
  name=$(basename "$path" .c)
  expect=$(head -1 "$path")
  known () { case $expect in *" $1:violation"*) echo yes ;; *" $1:safe"*) echo no ;; *) echo gap ;; esac; }
  "$build/phaselock" check --format jsonl -p race,deadlock "$path" >records 2>/dev/null
  tsan=- helgrind=- record=- tsan_order=- helgrind_order=-
  if clang -g -O0 -w -pthread -fsanitize=thread "$path" given.c -o tsan 2>/dev/null; then
    tsan=$(run 'ThreadSanitizer: data race' ./tsan)
    tsan_order=$(grep -q 'lock-order-inversion' said && echo yes || echo "${tsan/yes/no}")
  fi
  if clang -gdwarf-4 -O0 -w -pthread "$path" given.c -o plain 2>/dev/null; then
    helgrind=$(run 'Possible data race' valgrind --tool=helgrind ./plain)
    helgrind_order=$(grep -qE 'lock order .* violated' said && echo yes || echo "${helgrind/yes/no}")
  fi
  if gcc -g -O0 -w -pthread -fsanitize=thread "$path" given.c -o recorded 2>/dev/null; then
    timeout -k 1 10 "$build/phaselock" record -q -o trace.std -- ./recorded >/dev/null 2>&1 </dev/null
    record=$([ $? = 124 ] && echo waits || run '(^| )race' "$build/phaselock" trace -q trace.std)
  fi
  echo "| $name | $(known race) | $(verdict race) | $tsan | $helgrind | $record | $(known deadlock) | $(verdict deadlock) | $tsan_order | $helgrind_order |"
done >rows
cat rows
echo
echo "| of the programs whose answer is known | check | ThreadSanitizer | helgrind | record |"
echo "|---|---|---|---|---|"
awk -F' *[|] *' '
  function count(what, known, column, who) {
    if (known == "gap" || column == "-") return
    asked[what, who]++; right[what, who] += column == known
    missed[what, who] += known == "yes" && column != "yes"; false_alarms[what, who] += known == "no" && column == "yes"
  }
  { count("race", $3, $4, "c"); count("race", $3, $5, "t"); count("race", $3, $6, "h"); count("race", $3, $7, "r")
    count("deadlock", $8, $9, "c"); count("deadlock", $8, $10, "t"); count("deadlock", $8, $11, "h") }
  function cell(what, who) {
    return asked[what, who] ? sprintf("%d of %d right, %d missed, %d false alarms", right[what, who], asked[what, who], missed[what, who], false_alarms[what, who]) : "-"
  }
  END { split("race deadlock", q, " ")
        for (i = 1; i <= 2; i++) printf "| %s | %s | %s | %s | %s |\n", q[i], cell(q[i], "c"), cell(q[i], "t"), cell(q[i], "h"), cell(q[i], "r") }' rows
