#!/usr/bin/env bash
# check.sh -- check --confirm: the first finding of each cause has its grade below its timeline,
# records have "confirmed", N limits how many are driven, and nothing is driven unasked.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -d classes "$SOURCE"/tests/jvm/classes/{Counter,Range}Broken.java
expect 10 "text" "$PHASELOCK" check --confirm --confirm-time 1000 --class RangeBroken classes
says "the grade" "On a JVM: harmful."
says "what happened" "width() returned"
says "with which arguments" "RangeBroken o = new RangeBroken()"
expect 10 "records" "$PHASELOCK" check --confirm --confirm-time 1000 --format jsonl --class CounterBroken classes
is "each violation has a grade" "$(grep -c '"confirmed":{"grade":"harmful"' <<<"$out")" 2
expect 10 "--confirm=1" "$PHASELOCK" check --confirm=1 --confirm-time 1000 --format jsonl --class CounterBroken classes
is "one is driven" "$(grep -c '"confirmed"' <<<"$out")" 1
expect 10 "unasked" "$PHASELOCK" check --format jsonl --class CounterBroken classes
is "nothing is driven" "$(grep -c '"confirmed"' <<<"$out")" 0
expect 2 "no number" "$PHASELOCK" check --confirm=some --class CounterBroken classes
says "the message" "--confirm takes a number, not 'some'"
expect 2 "--watch" "$PHASELOCK" check --watch --confirm --class CounterBroken classes
says "the message" "use --confirm in a run without --watch"
done_testing
