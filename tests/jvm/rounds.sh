#!/usr/bin/env bash
# rounds.sh -- ten rounds give the same grades, while others keep the machine busy: a pattern, a race
# and a deadlock of classes; an assertion in a pool and a wait for ever of programs.
# (campaign.sh: all classes and programs)
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -nowarn -d classes "$SOURCE"/tests/jvm/{classes/{Counter,Pair}Broken,programs/{Workers,MissedSignal}Broken}.java "$SOURCE"/models/classics/java/TokenRing.java
for _ in 1 2; do (while :; do :; done) & busy+=("$!"); done
trap 'kill "${busy[@]}"; rm -rf "$scratch"' EXIT
grades () {
  for class in Counter Pair; do
    "$PHASELOCK" confirm --confirm-time 1000 --format jsonl --class "${class}Broken" classes
  done
  for class in WorkersBroken MissedSignalBroken 'TokenRing$Broken'; do
    "$PHASELOCK" confirm --confirm-time 1000 --format jsonl --values on -p assert,stuck,deadlock --main "$class" classes
  done
}
for round in 1 2 3 4 5 6 7 8 9 10; do
  grades 2>/dev/null | python3 -c '
import json, sys
for r in map(json.loads, sys.stdin):
    if r["verdict"] == "violation":
        print(r["model"], r["question"], r["fields"], r["confirmed"]["grade"], r["confirmed"].get("observed"))' >"round.$round"
  ok "round $round is like the first" diff round.1 "round.$round"
done
ok "all are executed" test "$(grep -c . round.1)" -ge 5
ok "nothing else" bash -c '! grep "not executed" round.1'
done_testing
