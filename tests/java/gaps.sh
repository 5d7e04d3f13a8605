#!/usr/bin/env bash
# gaps.sh -- what a model leaves out is told apart by question: for each abstraction of the table in
# doc/java.md a class in which it shows; the words of text, the summary, and --strict.
source "$(dirname "$0")/common.sh"
need javac python3

mkdir all
ok "javac" javac -g -d all "$java"/classes/*.java
expect 10 "check" "$PHASELOCK" check --format jsonl -o records all
cat >table <<END
HandOverHand dropped-lock deadlock
Escapes escaping-this pattern
EscapesLast escaping-this -
StartsEarly escaping-this pattern,race
Updated field-by-name pattern,race
Reflected field-by-name pattern,race
Leak handed-out pattern,race,deadlock
History inherited pattern,race,deadlock
Bus library-object -
SelfOrOther merged-field pattern,race,deadlock
Tallies optimistic-read -
PackagedTwice package-entry -
Transfer same-argument -
NextPrivate lost-object pattern,race,deadlock
Direct not-in-model pattern,race,deadlock
BehindDecoratorLocked unknown-call -
CalledUnderLock unknown-call deadlock
MutualAccounts unknown-lock deadlock
KeepsLock wait-gives-back deadlock
END
python3 "$java/gaps.py" records <table >verdicts || echo "not ok - gaps.py" >>verdicts
renumber verdicts

# ---- What a person reads. ----
shows () { grep -qF -- "$1" text; }
hides () { ! shows "$1"; }
"$PHASELOCK" check --class KeepsLock all >text
is "a class with gaps: status" $? 0
ok "the counts of both" shows "7 queries, 6 safe, 1 no violation found"
ok "what was not looked at" shows "No violation found in 1 query; not looked at: wait-gives-back."
ok "nothing is called free of deadlock" hides "no deadlock"
expect 5 "--strict" "$PHASELOCK" check --strict --class KeepsLock all
"$PHASELOCK" check --strict --class OwnHelper all >text
is "a class without gaps: status" $? 0
ok "all are safe" shows "7 queries, 7 safe"
ok "and free of deadlock" shows "no deadlock"

# ---- explain, with the same words. ----
"$PHASELOCK" explain -p deadlock --class KeepsLock all >text
ok "explain: no violation found" shows "NO VIOLATION FOUND  deadlock"
ok "explain: what was not looked at" shows "not looked at: wait-gives-back."
"$PHASELOCK" explain -p deadlock --class OwnHelper all >text
ok "explain: safe" shows "SAFE  deadlock"
done_testing
