#!/usr/bin/env bash
# programs.sh -- programs, by --main: those of tests/java/main, and the ConTest programs of
# models/contest/java, whose verdicts are those of the models made by hand.
source "$(dirname "$0")/common.sh"
need javac python3

ok "javac --release 8" compile 8 javac -g --release 8 -Xlint:-options -- "$java"/main/*.java
python3 "$java/verdicts.py" "release 8" 8 "$java"/main/*.java >verdicts || echo "not ok - verdicts.py" >>verdicts
renumber verdicts

# ---- ConTest. ----
# models/contest/java/README.md: | model | program | class | units | fields |
contest=$SOURCE/models/contest
ok "javac: ConTest" compile contest javac -- "$contest"/java/*.java
sed -nE 's/^\| ([a-z0-9-]+\.eml) \| ([A-Za-z]+) \| ([A-Za-z$]*) \| ([A-Za-z,]*) \| ([^|]*) \|$/\1 \2 \3 \4 \5/p' \
  "$contest/java/README.md" >table
ok "rows for ten models" test "$(wc -l <table)" = 10
while read -r model program class units names; do
  expect 0 "$program, $units: extracted" "$PHASELOCK" java --main "$program" --class "$class" \
    --units "$units" -o extracted.eml "contest/$program"
  # shellcheck disable=SC2086
  ok "$program, $units: the verdicts of $model" \
    python3 "$java/same_verdicts.py" "$contest/$model" extracted.eml $names
done <table
done_testing
