#!/usr/bin/env bash
# executions.sh -- how many executions the stateless engine needs, with its reduction and
# without, is what doc/engine-stateless.md says; and its verdicts are the explicit engine's.
source "$(dirname "$0")/../cli/common.sh"
here=$SOURCE/tests/stateless

executions () { # MODEL OPTION...: of all queries
  phaselock check -e stateless --stats --format jsonl --explain none "${@:2}" "$here/$1.eml" |
    grep -o '"executions":[0-9]*' | awk -F: '{ sum += $2; queries++ } END { print queries, sum }'
}
verdicts () { # MODEL ENGINE
  phaselock check -e "$2" --format jsonl --explain none "$here/$1.eml" | grep -o '"verdict":"[a-z]*"'
}
table=$(sed -nE 's/^\| ([a-z]+) \| ([0-9]+) \| ([0-9,]+) \| ([0-9,]+) \|$/\1 \2 \3 \4/p' "$SOURCE/doc/engine-stateless.md" | tr -d ,)
is "the table has four models" "$(wc -l <<<"$table")" 4
while read -r model queries without with; do
  is "$model: executions with the reduction" "$(executions "$model")" "$queries $with"
  # Some take long with sanitizers.
  if [ "$without" -lt 10000 ] || [ -n "${STATELESS_ALL:-}" ]; then
    is "$model: executions without it" "$(executions "$model" --without races)" "$queries $without"
  fi
  is "$model: the verdicts of the explicit engine" "$(verdicts "$model" stateless)" "$(verdicts "$model" explicit)"
done <<<"$table"

# Loops: a violation is found, and nothing is called safe.
printf 'field f;\nlock l;\nprocess A {\n  unit {\n    while (*) {\n      sync l {\n        write f;\n      }\n    }\n  }\n}\nprocess B[2] {\n  unit {\n    sync l {\n      read f;\n    }\n  }\n}\n' >loops.eml
expect 10 "a violation in a loop" phaselock check -e stateless -p 3 -f f loops.eml
expect 5 "nothing found in a loop" phaselock check -e stateless -p race -f f loops.eml
says "the reason is the bound" "bound"
expect 0 "--stats" phaselock check -e stateless --stats --explain none "$here/initialisation.eml"
says "--stats counts executions" "78 executions"
done_testing
