#!/usr/bin/env bash
# programs.sh -- programs, by --main: those of tests/java/main, and the ConTest programs of
# models/contest/java, whose verdicts are those of the models made by hand.
source "$(dirname "$0")/common.sh"
source "$SOURCE/tests/lib/expected.sh"
need javac python3

ok "javac --release 8" compile 8 javac --release 8 -Xlint:-options -- "$java"/main/*.java
python3 "$java/verdicts.py" "release 8" 8 "$java"/main/*.java >verdicts || echo "not ok - verdicts.py" >>verdicts
renumber verdicts

# ---- ConTest. ----
# models/contest/java/README.md: | model | program | class | units |; the violations of the model
# that is extracted are those of the model made by hand, whose fields have other names.
contest=$SOURCE/models/contest
ok "javac: ConTest" compile contest javac -- "$contest"/java/*.java
sed -nE 's/^\| ([a-z0-9-]+\.eml) \| ([A-Za-z]+) \| ([A-Za-z$]*) \| ([A-Za-z,]*) \| ([^|]*) \|$/\1 \2 \3 \4 \5/p' \
  "$contest/java/README.md" >table
ok "a row for each model made by hand" test "$(wc -l <table)" = 14
while read -r model program class units names; do
  "$PHASELOCK" java --main "$program" --class "$class" --units "$units" -o extracted.eml "contest/$program" 2>messages
  tap_result $? "$program, $units: extracted"
  "$PHASELOCK" check -a complete -p patterns --format jsonl extracted.eml >extracted.jsonl 2>>messages
  "$PHASELOCK" check -a complete -p patterns --format jsonl "$contest/$model" >hand.jsonl 2>>messages
  for pair in $names; do
    sed -i "s/\"${pair%=*}\"/\"${pair#*=}\"/g" hand.jsonl
  done
  ok "$program, $units: the verdicts of $model" diff <(violations hand.jsonl | tr ' ' '\n' | sort) \
    <(violations extracted.jsonl | tr ' ' '\n' | sort)
done <table
done_testing
