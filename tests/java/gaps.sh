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
Rack not-in-model pattern,race,deadlock
BehindDecoratorLocked unknown-call -
CalledUnderLock unknown-call deadlock
MutualAccounts unknown-lock deadlock
KeepsLock wait-gives-back deadlock
END
python3 "$java/gaps.py" records <table >verdicts || echo "not ok - gaps.py" >>verdicts
renumber verdicts
# The same for one class as among all: who looks up its field by name is another class.
expect 10 "a name that another class looks up" "$PHASELOCK" check -q --class NamedElsewhere all
is "... the same verdicts" "$(head -1 <<<"$out")" "NamedElsewhere: 7 queries, 4 violations, 3 safe"

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

# ---- batch, diff, the page, SARIF, certify. ----
expect 0 "batch" "$PHASELOCK" batch --class KeepsLock all -o gaps.jsonl
ok "batch: how many" grep -qF 'no violation found in 1 query for which something was not looked at' <<<"$err"
expect 5 "batch --strict" "$PHASELOCK" batch --force --strict --class KeepsLock all -o gaps.jsonl
expect 5 "batch --strict, known before" "$PHASELOCK" batch --force --strict -q --class KeepsLock all -o gaps.jsonl
expect 0 "batch --strict without gaps" "$PHASELOCK" batch --strict --class OwnHelper all -o safe.jsonl
"$PHASELOCK" diff gaps.jsonl gaps.jsonl >text
ok "diff: both are counted" shows "6 safe, 1 no violation found"
"$PHASELOCK" diff safe.jsonl safe.jsonl >text
ok "diff: all are safe" shows "7 safe"
expect 0 "report" "$PHASELOCK" report gaps.jsonl -o gaps.html
expect 0 "report without gaps" "$PHASELOCK" report safe.jsonl -o safe.html
cells () { grep -oE '"c":"[.vuns]*"' "$1" | sed 's/"c":"//; s/[".]//g' | tr -d '\n'; }
is "page: six cells are safe, one is not" "$(cells gaps.html | tr -d s)" n
is "page: all are safe" "$(cells safe.html | tr -d s)" ""
expect 0 "SARIF" "$PHASELOCK" check --format sarif --class KeepsLock all
ok "SARIF: what was not looked at is a notification" grep -qF '"id":"wait-gives-back"' <<<"$out"
expect 0 "certificate" "$PHASELOCK" check --certificate gaps.cert --class KeepsLock all
"$PHASELOCK" certify --class KeepsLock all gaps.cert >text
ok "certify: as far as was looked at" shows "6 queries confirmed safe, 1 confirmed but for what was not looked at"
done_testing
