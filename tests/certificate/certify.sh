#!/usr/bin/env bash
# `check --certificate' and `certify' from the command line: statuses, streams,
# options, and what happens to files.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
examples=$SOURCE/models/examples
gen=$(dirname "$PHASELOCK")/phaselock-gen

# ---- Made and confirmed. ----
expect 10 "check --certificate" phaselock check --certificate stack.cert "$examples/stack.eml"
verdicts=$out
expect 10 "check without it" phaselock check "$examples/stack.eml"
is "the verdicts are the same" "$verdicts" "$out"
expect 0 "certify" phaselock certify "$examples/stack.eml" stack.cert
says "how many are confirmed" "stack.eml: 65 queries confirmed safe, 2 of 67 not covered"
says "what is not: pattern 1" "not covered: pattern 1  count"
says "what is not: pattern 12" "not covered: pattern 12  count,data"
says "what it costs" "bytes, checked in "
is "what it relies on" "$(printf '%s\n' "$out" | tail -1)" "relied upon: how the model and the automata are read"
expect 0 "certify -q" phaselock certify -q "$examples/stack.eml" stack.cert
is "-q is quiet" "$out$err" ""
expect 0 "certify as JSON" phaselock certify --format jsonl "$examples/stack.eml" stack.cert
is "a record per query, and one for all" "$(printf '%s\n' "$out" | wc -l)" 68
is "confirmed ones" "$(printf '%s\n' "$out" | grep -c '"kind":"certified".*"answer":"safe"')" 65
is "others" "$(printf '%s\n' "$out" | grep '"answer":"none"' | cut -d, -f5-)" \
'"pattern":1,"fields":["count"],"answer":"none"}
"pattern":12,"fields":["count","data"],"answer":"none"}'
says "the record for all" '"verdict":"confirmed","queries":67,"confirmed":65,"restricted":false'
phaselock check --certificate again.cert "$examples/stack.eml" >/dev/null 2>&1
ok "the same file every time" cmp stack.cert again.cert
expect 10 "check --certificate --stats" phaselock check --stats --certificate again.cert "$examples/stack.eml"
says "--stats tells the cost of a certificate" "certificate: 65 queries, 0 without a proof"
for engine in antichain bdd explicit; do
  phaselock check -e "$engine" --certificate engine.cert "$examples/stack.eml" >/dev/null 2>&1
  ok "the same file from -e $engine" cmp stack.cert engine.cert
done
for name in stack cache; do
  for set in spin09 strict; do
    phaselock check -a $set --certificate x.cert "$examples/$name-fixed.eml" >x.out 2>&1
    expect 0 "$name-fixed: certify finds the set $set itself" phaselock certify "$examples/$name-fixed.eml" x.cert
  done
done

# ---- Every example: patterns, races, deadlocks, life cycles. ----
for path in "$SOURCE"/models/examples/*.eml; do
  name=$(basename "$path" .eml)
  phaselock check --format jsonl --certificate x.cert "$path" >x.jsonl 2>/dev/null
  expect 0 "$name: certify" phaselock certify "$path" x.cert
  says "$name: all that is safe" ": $(grep -c '"verdict":"safe"' x.jsonl) queries confirmed safe"
done

# ---- What was refused once. ----
# One role in circles of two and of three processes.
cat >x.eml <<'EOF'
lock l1, l2, l3;
process P1[2] { sync l2 { sync l3 { } } sync l1 { sync l2 { } sync l3 { } } }
process P2 { sync l2 { } join P1; sync l3 { sync l1 { } } }
EOF
phaselock check -q --certificate x.cert x.eml >/dev/null 2>&1
ok "circles of several lengths: scripts are needed" grep -q '^script ' x.cert
expect 0 "circles of several lengths: certify" phaselock certify x.eml x.cert
says "circles of several lengths: confirmed" "x.eml: 1 query confirmed safe"
# A join that nobody comes to makes copies no different.
cat >x.eml <<'EOF'
field x;
process Main { call p; start W; join W[0]; }
process W[2] { write x; }
proc p { call p; }
EOF
phaselock check -q --certificate x.cert x.eml >/dev/null 2>&1
expect 0 "a join after a call that never returns: certify" phaselock certify x.eml x.cert
says "a join after a call that never returns: confirmed" "x.eml: 6 queries confirmed safe"

# ---- Data: invariants. ----
if ! "$PHASELOCK" check --help | grep -q ic3; then
  skip "invariants" "no SAT solver"
else
  cat >data.eml <<'EOF2'
field int(2) turn = 0, x;
exclusive x when (turn == self - 1);
lock l[2];
process P[2] {
  sync l[self - 1] {
    assume (turn == self - 1);
    x = x + 1;
    assert (x != 0 || turn == self - 1);
    turn = 1 - turn;
  }
}
EOF2
  expect 0 "data: check --certificate" phaselock check --certificate data.cert data.eml
  is "data: nothing is left open" "$err" ""
  safe=$(phaselock check --format jsonl data.eml | grep -c '"verdict":"safe"')
  expect 0 "data: certify" phaselock certify data.eml data.cert
  says "data: all is confirmed" "data.eml: $safe queries confirmed safe"
  says "data: by invariants" " invariants of "
  says "data: what is relied upon" 'read, CaDiCaL where it says "unsatisfiable"'
  ok "data: an assert is proved" grep -q '^proved assert ' data.cert
  ok "data: an access predicate is proved" grep -q '^proved exclusive ' data.cert
  phaselock check -e explicit --certificate again.cert data.eml >/dev/null 2>&1
  expect 0 "data: certified whichever engine decided" phaselock certify data.eml again.cert
  expect 0 "data: certify as JSON" phaselock certify --format jsonl data.eml data.cert
  says "data: JSON says which assert" '"question":"assert","fields":[],"at":"data.eml:8:5"'
  says "data: JSON counts invariants" '"invariants":'
  says "data: JSON names the solver" '"solver":"CaDiCaL"'
  sed '/^clause/d' data.cert >x.cert
  expect 2 "data: without its clauses" phaselock certify data.eml x.cert
  says "data: without its clauses: the seal" "the certificate is not whole"
  phaselock check -P 'P[0]' -p deadlock --certificate x.cert data.eml >/dev/null 2>x.err
  ok "data: a deadlock of some processes is open" grep -q 'not certified' x.err
  expect 5 "data: which is no error" phaselock certify data.eml x.cert
  # A recursion that goes on for ever has no invariant.
  printf 'field bool b;\nproc p { b = !b; if (*) { call p (); } }\nprocess P { call p (); assert (b || !b); }\n' >x.eml
  phaselock check -q -p assert --certificate x.cert x.eml >/dev/null 2>&1
  expect 5 "data: recursion" phaselock certify x.eml x.cert
  printf 'field int(3) x;\nproc p(int(3) n) { x = n; if (n > 1) { call p (n - 1); } }\nprocess P { call p (2); assert (x == 1); }\n' >x.eml
  expect 0 "data: recursion with an end" phaselock check -q -p assert --certificate x.cert x.eml
  says "data: ... is left open, and why" "not certified: the values decided, a body calls itself"
fi

# ---- A part of it. ----
phaselock check -p 1-5 -f count --certificate part.cert "$examples/stack-fixed.eml" >/dev/null
expect 0 "only some queries" phaselock certify "$examples/stack-fixed.eml" part.cert
says "the others are not covered" "5 queries confirmed safe, 62 of 67 not covered"
phaselock check -P Producer,Consumer --certificate part.cert "$examples/stack.eml" >/dev/null
expect 0 "only some processes" phaselock certify "$examples/stack.eml" part.cert
says "which, as the first thread" "only with these as thread 1: Producer"
says "which, as the second thread" "only with these as thread 2: Consumer[0] Consumer[1]"
says "confirmed for them" "67 queries confirmed safe"
expect 0 "restricted, as JSON" phaselock certify --format jsonl "$examples/stack.eml" part.cert
says "JSON says that it is restricted" '"restricted":true'

# ---- Automata of a file. ----
cp "$SOURCE/tests/differential/regressions/three-cycle.pa" own.pa
cp "$SOURCE/tests/differential/regressions/three-cycle.eml" ring.eml
phaselock check -a own.pa --certificate own.cert ring.eml >/dev/null 2>&1
expect 2 "automata of a file have to be named" phaselock certify ring.eml own.cert
says "and it says so" "give that file with -a"
expect 0 "automata of a file, three threads" phaselock certify -a own.pa ring.eml own.cert
says "confirmed" "3 queries confirmed safe"
sed 's/u/u/; s/^\/\/.*//' own.pa >other.pa; echo '// another' >>other.pa
expect 2 "other automata" phaselock certify -a other.pa ring.eml own.cert
says "say so" "it is about other automata"

# ---- Refused. ----
refused () { # NAME FILE TEXT
  expect 2 "refused: $1" phaselock certify "$examples/stack.eml" "$2"
  says "refused: $1: says why" "refused: $3"
  is "refused: $1: nothing is confirmed" "$out" ""
}
expect 2 "another model" phaselock certify "$examples/stack-fixed.eml" stack.cert
says "another model: says so" "refused: it is about another model"
expect 2 "another model, as JSON" phaselock certify --format jsonl "$examples/stack-fixed.eml" stack.cert
says "as JSON, too" '"verdict":"refused","reason":"it is about another model'
lines=$(wc -l <stack.cert)
for part in 1 3 50 $((lines / 2)) $((lines - 1)); do
  head -n "$part" stack.cert >x.cert
  refused "the first $part lines" x.cert "the certificate is cut off"
done
head -c $(($(wc -c <stack.cert) - 1)) stack.cert >x.cert
refused "all but the last byte" x.cert "the certificate is cut off"
sed "$((lines / 2))d" stack.cert >x.cert
refused "without a line" x.cert "the certificate is not whole"
sed "$((lines / 2))s/[0-9]/7/" stack.cert | sed "$((lines / 2))s/7\$/6/" >x.cert
refused "a number changed" x.cert "the certificate was changed"
: >x.cert
expect 2 "refused: an empty file" phaselock certify "$examples/stack.eml" x.cert
echo hello >x.cert
refused "something else" x.cert "this is not a phaselock certificate"
sed 's/^phaselock-certificate 3/phaselock-certificate 4/' stack.cert >x.cert
refused "another version" x.cert "unknown version of the format"
expect 0 "version 1 is still read" phaselock certify "$SOURCE/tests/certificate/old.eml" "$SOURCE/tests/certificate/old.cert"
says "version 1 is still read: what it is about" "28 queries confirmed safe, 3 of 31 not covered"
head -c 3000 /dev/urandom >x.cert
expect 2 "noise" phaselock certify "$examples/stack.eml" x.cert
expect 2 "no such certificate" phaselock certify "$examples/stack.eml" nowhere.cert
says "no such certificate: says so" "nowhere.cert"
expect 2 "no such model" phaselock certify nowhere.eml stack.cert
expect 5 "a folder, of which one model has a certificate" phaselock certify "$examples" stack.cert
says "a folder: the one that has it, whatever the names" "examples/stack.eml: 65 queries confirmed safe, 2 of 67 not covered"
says "a folder: the others are told" "examples/stack-fixed.eml: no certificate"
says "a folder: at the end all" "models: 65 queries confirmed safe, 2 of 67 not covered; 27 models have no certificate"
mkdir none
expect 2 "an empty folder" phaselock certify none stack.cert
says "an empty folder: says so" "below this folder"
expect 2 "too few words" phaselock certify "$examples/stack.eml"
expect 2 "too many words" phaselock certify "$examples/stack.eml" stack.cert more

# ---- Limits. ----
"$gen" recursion -k 3 -n 3 --safe >large.eml
phaselock check --certificate large.cert large.eml >/dev/null
expect 2 "not enough memory to certify" phaselock certify --memory 0.3 large.eml large.cert
says "not enough memory: nothing is confirmed" "more memory than is allowed; nothing is confirmed"
# Much code that slicing removes for check, but that a certificate covers.
{ echo 'field a, b, c; atomicset S { a, b } lock g; process P[2] {'
  copies 20000 ' read c;'
  echo 'sync g { unit S { read a; write a; read b; write b; } } }'; } >bulk.eml
expect 0 "a proof may take too much" careful check -q -f a,b --memory 8 --certificate bulk.cert bulk.eml
says "then check says so" "warning: pattern 14, b,a: safe, but not certified: a proof takes too much (memory)"
expect 5 "such a certificate is still one" careful certify bulk.eml bulk.cert
says "certify knows of it" "not covered, found safe without a proof: pattern 14  b,a"
says "and confirms nothing" "0 queries confirmed safe"
expect 0 "the same with more memory" careful check -q -f a,b --certificate bulk.cert bulk.eml
expect 0 "is certified" careful certify bulk.eml bulk.cert
says "all of it" "67 queries confirmed safe"

# Locks that an index chooses are in no role, with data or without.
dynamic=$SOURCE/models/dynamic/dynamic-locking-fixed.eml
expect 10 "locks that an index chooses, without data" careful check -q --without data --certificate hidden.cert "$dynamic"
says "the deadlock is not certified" "deadlock: safe, but not certified"
expect 0 "and the rest is" careful certify "$dynamic" hidden.cert
says "which certify knows" "not covered, found safe without a proof: deadlock"

# ---- Files. ----
expect 4 "a certificate that cannot be written" phaselock check --certificate nowhere/x.cert "$examples/stack-fixed.eml"
says "says so" "nowhere/x.cert: error: cannot write: No such file or directory"
says "the verdicts are there all the same" "67 queries, 67 safe"
mkdir folder
expect 4 "a folder in its place" phaselock check -q --certificate folder "$examples/stack-fixed.eml"
is "nothing is left beside it" "$(ls | grep -c phaselock-)" 0
echo precious >old.cert; chmod 640 old.cert
expect 2 "a bad model leaves an old certificate alone" phaselock check --certificate old.cert nowhere.eml
is "it is still there" "$(cat old.cert)" precious

# ---- Several models in one file. ----
expect 10 "two models" phaselock check -q --certificate two.cert "$examples/stack.eml" "$examples/stack-fixed.eml"
phaselock check -q --certificate fixed.cert "$examples/stack-fixed.eml" >/dev/null
ok "the file has one certificate after the other" cmp two.cert <(cat stack.cert fixed.cert)
mkdir pair; cp "$examples/stack-fixed.eml" pair/a.eml; cp "$examples/stack.eml" pair/b.eml
expect 0 "a folder, whatever it calls its models" phaselock certify pair two.cert
is "a line for each model, and one for all" "$out" \
'pair/a.eml: 67 queries confirmed safe
pair/b.eml: 65 queries confirmed safe, 2 of 67 not covered
2 models: 132 queries confirmed safe, 2 of 134 not covered'
out=$(cat two.cert | phaselock certify pair - | tail -1)
is "through a pipe: all of it" "$out" "2 models: 132 queries confirmed safe, 2 of 134 not covered"
expect 0 "one of the models" phaselock certify "$examples/stack-fixed.eml" two.cert
says "one of the models: the other certificate is skipped" "1 model: 67 queries confirmed safe; skipped: 1 certificate of other models"
expect 0 "as JSON" phaselock certify --format jsonl pair two.cert
is "as JSON: two certificates, with their models" "$(grep -o '"model":"[^"]*","verdict":"[^"]*"' <<<"$out")" \
'"model":"a.eml","verdict":"confirmed"
"model":"b.eml","verdict":"confirmed"'
echo ' field more;' >>pair/a.eml
expect 5 "a model that has changed since" phaselock certify pair two.cert
says "is told" "pair/a.eml: no certificate"
says "and the rest holds" "2 models: 65 queries confirmed safe, 2 of 67 not covered; 1 model has no certificate; skipped: 1 certificate of other models"
sed '$ d' two.cert >x.cert
expect 2 "refused: the second one is cut off" phaselock certify pair x.cert
says "the second one: by the line of the file" "x.cert:$(($(wc -l <two.cert) - 1)): error: refused: the certificate is cut off"
{ cat stack.cert; sed 's/^w /w  /' fixed.cert; } >x.cert
expect 2 "refused: the second one was changed" phaselock certify pair x.cert
expect 10 "nothing is left of an old file" phaselock check -q --certificate two.cert "$examples/stack.eml"
ok "one certificate" cmp two.cert stack.cert

# ---- Random models: every safe verdict is certified. ----
"$gen" random --vary -c 12 -s 500 -o random
failed=
for model in random/*.eml; do
  phaselock check --format jsonl --certificate x.cert "$model" >x.jsonl 2>/dev/null
  status=0; phaselock certify --format jsonl "$model" x.cert >y.jsonl 2>&1 || status=$?
  wanted=0; grep -q '"verdict":"safe"' x.jsonl || wanted=5 # nothing is safe: nothing is proved
  [ $status = $wanted ] || failed="$failed $model"
  grep -q "\"confirmed\":$(grep -c '"verdict":"safe"' x.jsonl)," y.jsonl || failed="$failed $model"
done
is "random models: every safe query is confirmed" "$failed" ""
done_testing
