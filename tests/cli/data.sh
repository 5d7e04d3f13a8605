#!/usr/bin/env bash
# Models with data: questions, suspicions, records with values, and what goes on with them.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp "$SOURCE"/models/data/{bank,lazy,lazy-fixed,ring,counter}.eml "$SOURCE"/tests/golden/check/data.eml .

# ---- Which queries. ----
expect 10 "all asserts" careful check -q -p assert bank.eml
says "how many" "bank.eml: 2 queries, 1 violation, 1 safe"
says "the place is what -p takes" "VIOLATION  assert:27:11"
expect 10 "those of a line" careful check -q -p assert:27 bank.eml
says "one query" "bank.eml: 1 query, 1 violation, 0 safe"
expect 0 "another one" careful check -p assert:39:9 bank.eml
says "what safe means" "Safe: no assert fails, and nothing goes wrong."
expect 2 "no assert there" careful check -p assert:1 bank.eml
says "and no statement" "bank.eml: error: no assert, and nothing that could go wrong, in line 1"
expect 10 "what goes wrong" careful check -q -p wrong:17:11 data.eml
says "is no assert" "VIOLATION  wrong:17:11  u = Second"
expect 2 "no such place" careful check -p assert:x bank.eml
says "is no pattern" "no pattern is called 'assert:x'"
expect 10 "access predicates" careful check -q -p exclusive ring.eml
says "of fields" "VIOLATION  exclusive  bus  u = Station[1]"
expect 0 "restricted by -f: nothing is left to ask" careful check -p exclusive,race -f token ring.eml
expect 10 "by default all are asked" careful check -q ring.eml
says "three questions" "ring.eml: 67 queries, 3 violations, 64 safe"
expect 10 "without data nothing is asked about it" careful check -q --without data ring.eml
says "only patterns and races" "ring.eml: 65 queries, 1 violation, 64 safe"

# ---- Suspicions. ----
expect 0 "the values exclude a race" careful check -q -p race lazy-fixed.eml
expect 5 "who does not know them only suspects it" careful check -e antichain -p race lazy-fixed.eml
says "as such" "UNKNOWN    race  value  (data; suspected without data)"
says "with its interleaving" "SUSPICION  data race  field value"
says "and what that is worth" "This is no"
expect 5 "explained in the same way" careful explain -e antichain -p race -f value lazy-fixed.eml
says "as a suspicion" "SUSPICION  data race"
expect 5 "nothing is drawn" careful explain --format svg -e antichain -p race -f value lazy-fixed.eml
says "but the reason" "there is nothing to draw: UNKNOWN"
expect 5 "in a record" careful check -e antichain -p race --format jsonl --witness lazy-fixed.eml
says "unknown" '"verdict":"unknown","reason":"data","processes":["User[0]","User[1]"]'
says "with the steps" '"suspicion":[{"process":"User[1]","action":"call"'
case $out in *'"fingerprint"'* | *'"witness"'*) tap_result 1 "no violation" ;; *) tap_result 0 "no violation" ;; esac
expect 5 "in SARIF" careful check -e antichain -p race --format sarif lazy-fixed.eml
says "open" '"kind":"open","level":"none"'
says "in words" 'A suspicion: data race on field value'
expect 10 "its own interleaving may be one with data" careful check -q -e bdd -p race ring.eml
says "then it is a violation" "VIOLATION  race  bus"
expect 0 "an engine that knows data decides alone" careful check -q -e explicit lazy-fixed.eml

# ---- Records with values, and their replay. ----
expect 10 "records" careful check --format jsonl --witness data.eml
printf '%s\n' "$out" | grep '"verdict":"violation"' >violations.json
is "one for each question" "$(sed 's/.*"question":"\([a-z]*\)".*/\1/' violations.json | paste -sd' ')" \
  "deadlock assert exclusive"
says "an assert has its place" '"question":"assert","fields":[],"at":"data.eml:17:11","wrong":true,"claim":"slots[i] != 0"'
says "a value that was read" '"action":"read","object":"slots","at":"data.eml:17:11","cell":0,"value":0'
says "a condition" '"action":"branch","object":"n < 3","at":"data.eml:34:10","value":true'
says "a local" '"action":"set","object":"n","at":"data.eml:36:5","value":1'
says "what was chosen" '"action":"choose","object":"k","at":"data.eml:44:14","value":1'
says "an assume" '"action":"assume","object":"ready"'
says "the end" '"action":"wrong","object":"index 2 is outside of slots","at":"data.eml:17:11","phase":1}'
says "what fields start with" '"initial":[{"object":"budget","value":0}]'
expect 0 "are replayed" careful replay data.eml violations.json
says "all of them" "3 witnesses confirmed, 0 refused"
refuses_change () { # NAME SED MESSAGE
  sed "$2" violations.json >changed.json
  cmp -s violations.json changed.json && { tap_result 1 "$1: nothing changed"; return; }
  expect 2 "$1" careful replay data.eml changed.json
  says "$1: says why" "$3"
}
refuses_change "another value that is read" 's/"cell":0,"value":0/"cell":0,"value":1/' "the value is 0"
refuses_change "another cell" 's/"cell":0,"value":0/"cell":1,"value":0/' "the place in the array is 0"
refuses_change "a value that is written" 's/"object":"budget","at":"data.eml:28:12","value":-1/"object":"budget","at":"data.eml:28:12","value":-2/' \
  "the value is -1"
refuses_change "a condition that is not so" 's/"object":"n < 3","at":"data.eml:34:10","value":true/"object":"n < 3","at":"data.eml:34:10","value":false/' \
  "the value is 1"
refuses_change "a choice that cannot be" 's/"object":"k","at":"data.eml:44:14","value":1/"object":"k","at":"data.eml:44:14","value":2/' \
  "this value cannot be chosen"
refuses_change "another choice" 's/"object":"k","at":"data.eml:44:14","value":1/"object":"k","at":"data.eml:44:14","value":0/' \
  "the process does not come to this statement next"
refuses_change "an initial value too large" 's/"object":"budget","value":0}\]/"object":"budget","value":4}]/' \
  "a field does not start with the value that is given"
refuses_change "a step too few" 's/{"process":"Second","action":"set","object":"n","at":"data.eml:36:5","value":1},//' \
  "the process does not come to this statement next"
refuses_change "another assert" 's/"at":"data.eml:17:11","wrong":true/"at":"data.eml:18:7","wrong":true/' "this is another statement"
refuses_change "no assert there" 's/"at":"data.eml:17:11","wrong":true/"at":"data.eml:17:11"/' "there is no assert at the place"

# ---- The same everywhere. ----
careful check --format jsonl --witness data.eml 2>/dev/null | sed 's/,"ms":[0-9.]*//' >one
careful check -j2 --format jsonl --witness data.eml 2>/dev/null | sed 's/,"ms":[0-9.]*//' >two
ok "workers find the same" cmp one two
careful check -j2 -e antichain --explain all data.eml >two 2>/dev/null
careful check -e antichain --explain all data.eml >one 2>/dev/null
ok "and suspect the same" cmp one two
expect 0 "a batch" careful batch -q --witness -o results.jsonl data.eml lazy-fixed.eml
expect 0 "whose witnesses are confirmed" careful replay data.eml results.jsonl
careful batch -q -e antichain --without data,movers --list -o listed.jsonl data.eml
is "queries can be listed" "$(grep -c '"question":"assert"' listed.jsonl)" 0
expect 0 "nothing is new" careful diff results.jsonl results.jsonl
expect 0 "known violations" careful check -q --baseline results.jsonl data.eml
expect 0 "a page" careful report results.jsonl -o page.html
ok "which has the values" grep -q 'wrong:17:11' page.html
expect 0 "a certificate" careful check --certificate c.txt lazy-fixed.eml
expect 0 "is confirmed" careful certify lazy-fixed.eml c.txt
if phaselock check --help | grep -q 'bmc|ic3'; then
  says "with what only values exclude" "67 queries confirmed safe"
  says "by invariants" "2 invariants"
else
  says "but for what only values exclude" "65 queries confirmed safe, 2 of 67 not covered"
fi
expect 0 "why a query is safe" careful explain -p race -f value lazy-fixed.eml
says "the values" "the values exclude it: engine explicit"
printf 'model M;\nfield int x;\nlock l[2];\nprocess P { int i = *; sync l[i & 1] { x = 1; } }\n' >hidden.eml
careful check --certificate h.txt -p race hidden.eml >/dev/null 2>&1
expect 0 "locks that an index chooses have no certificate about deadlocks" careful certify hidden.eml h.txt
says "none is claimed" "not covered: deadlock"
for format in dot svg mermaid; do
  expect 10 "a picture: $format" careful explain --format $format -p assert:32 counter.eml
  says "$format has values" "read count = 1"
done
done_testing
