#!/usr/bin/env bash
# check.sh -- check --confirm: the first finding of each cause has its grade below its timeline,
# records have "confirmed", N limits how many are driven, and nothing is driven unasked.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -d classes "$SOURCE"/tests/jvm/classes/{Counter,Range,Ranked}Broken.java
expect 10 "text" "$PHASELOCK" check --confirm --confirm-time 1000 --class RangeBroken classes
says "the grade" "On a JVM: harmful."
says "what happened" "width() returned"
says "with which arguments" "RangeBroken o = new RangeBroken()"
expect 10 "records" "$PHASELOCK" check --confirm --confirm-time 1000 --format jsonl --class CounterBroken classes
is "each violation has a grade" "$(grep -c '"confirmed":{"grade":"harmful"' <<<"$out")" 2
expect 10 "--confirm=1" "$PHASELOCK" check --confirm=1 --confirm-time 1000 --format jsonl --class RankedBroken classes
is "the findings of one cause are driven" "$(python3 -c '
import json, sys
found = [r for r in map(json.loads, sys.stdin) if r["verdict"] == "violation"]
print(*sorted({r["cause"].split(".")[-1] + " " + str("confirmed" in r) for r in found}))' <<<"$out")" \
  "toString() False twice() True"
expect 10 "unasked" "$PHASELOCK" check --format jsonl --class CounterBroken classes
is "nothing is driven" "$(grep -c '"confirmed"' <<<"$out")" 0
# What does harm comes first, wherever it is shown: here a minor finding before one that does none.
CONFIRMED=(--confirm --confirm-time 1000 --class RankedBroken)
expect 10 "ranks" "$PHASELOCK" check "${CONFIRMED[@]}" classes
says "the minor one comes first" "Cause 1 of 2, inconsistent pair read, in order (minor: it is only described; harmful on a JVM)"
says "the other one was executed" "Cause 2 of 2, hidden write (executed on a JVM)"
expect 10 "SARIF" "$PHASELOCK" check "${CONFIRMED[@]}" --format sarif -o log.sarif classes
is "message, rank, level and record" "$(python3 -c '
import json
for r in json.load(open("log.sarif"))["runs"][0]["results"]:
  print(r["rank"], r["level"], r["message"]["text"].split(" On a JVM: ")[1], r["properties"]["query"]["confirmed"]["grade"])')" \
  '96 error harmful: toString() returned "0 1"; in the serial orders it returned "0 0" or "1 1". harmful
45 warning executed: it happened, and a serial order has the same effect. executed'
expect 10 "page" "$PHASELOCK" check "${CONFIRMED[@]}" -q --report=page.html classes
is "it has the grades" "$(grep -o 'harmful on a JVM\|[^ ]executed on a JVM' page.html | wc -l)" 2
"$PHASELOCK" check "${CONFIRMED[@]}" --format jsonl -o known.jsonl classes
is "records have the rank" "$(grep -o '"number":96,"order":[0-9]*,"why":"[^"]*harmful on a JVM"' known.jsonl | wc -l)" 1
expect 0 "--baseline" "$PHASELOCK" check "${CONFIRMED[@]}" --baseline known.jsonl --format jsonl classes
is "what is known is not driven" "$(grep -c '"known":true' <<<"$out") $(grep -c '"confirmed"' <<<"$out")" "2 0"
expect 2 "no number" "$PHASELOCK" check --confirm=some --class CounterBroken classes
says "the message" "--confirm takes a number, not 'some'"
expect 2 "--watch" "$PHASELOCK" check --watch --confirm --class CounterBroken classes
says "the message" "use --confirm in a run without --watch"
# Of several models those are asked that have the field.
expect 10 "a field of one class" "$PHASELOCK" confirm -q --confirm-time 1000 -p 1 -f CounterBroken.n classes
says "it is driven" "HARMFUL"
is "nobody misses it elsewhere" "$(grep -c error <<<"$out")" 0
expect 2 "a field of none" "$PHASELOCK" confirm -q -p 1 -f CounterBroken.m classes
says "the message" "CounterBroken.m"
done_testing
