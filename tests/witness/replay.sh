#!/usr/bin/env bash
# Witnesses in records, and replay: from the command line.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
cp "$SOURCE"/models/examples/*.eml .

# ---- Records. ----
expect 10 "records without witnesses" careful check --format jsonl -p 12 -f count,data stack.eml
case $out in *'"witness"'*) tap_result 1 "no witness unless asked for" ;;
*) tap_result 0 "no witness unless asked for" ;; esac
expect 10 "records with witnesses" careful check --format jsonl --witness -p 12 -f count,data stack.eml
printf '%s\n' "$out" | head -1 >good.json
is "only violations have one" "$(printf '%s\n' "$out" | grep -c '"witness"')" 1
says "a call" '{"process":"Consumer[0]","action":"call","object":"pop","at":"stack.eml:'
says "a nested unit" '"action":"unit-begin","object":"Elements","at":"stack.eml:48:5","nested":true}'
says "an access that is a step, with its source" \
  '"action":"read","object":"count","at":"stack.eml:48:12","source":"Stack.java:42","phase":1}'
says "the last step of the automaton is the last" '"phase":4}],"because":"'

# ---- Confirmed. ----
expect 0 "a witness is confirmed" careful replay stack.eml good.json
says "it says so" "confirmed: pattern 12, 19 steps, 2 switches"
expect 0 "quietly" careful replay -q stack.eml good.json
is "says nothing" "$out$err" ""
expect 0 "from standard input" bash -c '"$1" replay stack.eml - <good.json' - "$PHASELOCK"
for model in *.eml; do
  for set in strict spin09 complete; do
    careful check --format jsonl --witness -a "$set" "$model" 2>/dev/null \
      | grep '"witness"' >"records.$set.$model" || rm "records.$set.$model"
  done
done
confirmed=0 refused=
for records in records.*; do
  careful replay -q "${records#records.*.}" "$records" 2>errors || refused="$refused $records"
  confirmed=$((confirmed + $(wc -l <"$records")))
done
is "every violation of the examples" "$refused" ""
ok "and there are many" test "$confirmed" -gt 100

# ---- Refused, with the first step that fails. ----
refuses () { # NAME SED MESSAGE
  sed -E "$2" good.json >bad.json
  if cmp -s good.json bad.json; then tap_result 1 "$1: the edit changes something"; fi
  expect 2 "refused: $1" careful replay stack.eml bad.json
  says "refused: $1: says why" "$3"
}
step='\{"process":"[^}]*\}'
refuses "without its last step" "s/,$step\]/]/" "after its last step, number 18: the witness ends before step 4 of the automaton"
refuses "without its first step" "s/\[$step,/[/" "step 1 of 18 (Consumer[0] unit-begin Elements at stack.eml:53:3)"
refuses "without the release of the lock" 's/\{[^}]*"release","object":"s","at":"stack.eml:49:3"[^}]*\},//' "another process holds the lock 's'"
refuses "of another process" 's/("process":")Consumer\[0\](","action":"read","object":"data")/\1Consumer[1]\2/' "does not come to this statement next"
refuses "a process that is not there" 's/"process":"Producer"/"process":"Nobody"/' "the model has no process 'Nobody'"
refuses "another phase" 's/"phase":3/"phase":2/' "it is given as step 2 of the automaton, but step 3 is next"
refuses "no phase" 's/,"phase":2//' "but step 2 is next"
refuses "another action" 's/"write","object":"data"/"read","object":"data"/' "does not come to this statement next"
refuses "no action at all" 's/"write","object":"data"/"steal","object":"data"/' "there is no action 'steal'"
refuses "another object" 's/"acquire","object":"s"/"acquire","object":"x"/' "the model has no 'x'"
refuses "another place" 's/stack.eml:57:9/stack.eml:57:10/' "does not come to this statement next"
refuses "a place in another file" 's/stack.eml:57:9/other.eml:57:9/' "is not a place in the model"
refuses "another source" 's/Stack.java:53/Stack.java:54/' "does not come to this statement next"
refuses "nested where it is not" 's/("at":"stack.eml:37:3","source":"Stack.java:20")/\1,"nested":true/' "it is not nested"
refuses "not nested where it is" 's/,"nested":true//' "it is nested"
refuses "a member too many" 's/"phase":1/"phase":1,"colour":"red"/' "no step has a member 'colour'"
refuses "other processes" 's/"processes":\["Consumer\[0\]","Producer"\]/"processes":["Producer","Consumer[0]"]/' "is not this process's"
refuses "one process twice" 's/"processes":\["Consumer\[0\]","Producer"\]/"processes":["Producer","Producer"]/' "one process plays two threads"
refuses "another pattern" 's/"pattern":12/"pattern":11/' "it is not step 2 of the automaton"
refuses "no pattern" 's/"pattern":12/"pattern":99/' "no such pattern"
refuses "other fields" 's/"fields":\["count","data"\]/"fields":["data","count"]/' "it is not step 1 of the automaton"
refuses "no witness" 's/"witness":\[.*\],"because"/"was":[],"because"/' "it has no witness"
refuses "no violation" 's/"violation"/"safe"/' "its verdict is not a violation"
refuses "another id" 's/"id":"[0-9a-f]{4}/"id":"0123/' 'its "id" is not that of this query'
refuses "no id" 's/"id":"[0-9a-f]*",//' 'its "id" is not that of this query'
refuses "no record" 's/"schema":1/"schema":2/' 'not a record with "schema":1'
# The release after the acquisition by the other.
refuses "the lock is taken too early" \
  's/(\{[^}]*"release"[^}]*\}),(\{[^}]*"call"[^}]*\}),(\{[^}]*"acquire"[^}]*\})/\2,\3,\1/' \
  "another process holds the lock 's'"
{ cat stack.eml; echo "// longer"; } >longer.eml
expect 2 "another text, the same statements" careful replay longer.eml good.json
says "another text: says so" "another version of this one"
expect 2 "another model" careful replay account.eml good.json
expect 2 "a repaired model" careful replay stack-fixed.eml good.json
printf '{"schema":1,' >torn.json
expect 2 "a torn line" careful replay stack.eml torn.json
says "says where" "torn.json:1:"
cat good.json good.json >two.json
expect 0 "two records" careful replay stack.eml two.json
is "two records: counted" "$out" "2 witnesses confirmed, 0 refused; skipped: 0 records without a violation, 0 of other models"
sed 's/},{/},\n{/g' good.json >lines.json
expect 0 "a record in many lines" careful replay stack.eml lines.json
# Many records: those of a folder.
careful check --format jsonl --witness . >all.jsonl 2>/dev/null
mine=$(grep '"model":"stack.eml"' all.jsonl | grep -c '"verdict":"violation"')
expect 0 "many records" careful replay stack.eml all.jsonl
ok "many records: those of the model" grep -q "^$mine witnesses confirmed, 0 refused; " <<<"$out"
expect 0 "many records, quietly" careful replay -q stack.eml all.jsonl
is "many records, quietly: nothing" "$out$err" ""
id=$(sed 's/.*"id":"\([0-9a-f]*\)".*/\1/' good.json)
expect 0 "one of many by its id" careful replay stack.eml --id "$id" all.jsonl
is "one of many by its id: that one" "$out" "confirmed: pattern 12, 19 steps, 2 switches"
expect 2 "an id that is not there" careful replay stack.eml --id 0123 all.jsonl
says "an id that is not there: says so" "no record has the id '0123'"
expect 2 "the id of a safe query" careful replay stack-fixed.eml all.jsonl \
  --id "$(grep '"model":"stack-fixed.eml"' all.jsonl | head -1 | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')"
says "the id of a safe query: says so" "its verdict is not a violation"
expect 2 "no violation among many" careful replay stack-fixed.eml all.jsonl
says "no violation among many: says so" "no record is a violation of this model"
sed '/"pattern":12,"fields":\["count","data"\]/s/"phase":3/"phase":2/' all.jsonl >damaged.jsonl
expect 2 "one of many is refused" careful replay stack.eml damaged.jsonl
says "one of many is refused: which and why" "damaged.jsonl: record $(grep -n '"model":"stack.eml".*"pattern":12,"fields":\["count","data"\]' all.jsonl | cut -d: -f1): refused: step 14 of 19"
says "one of many is refused: the others are not" "$((mine - 1)) witness"
grep '"model":"stack.eml"' all.jsonl >only.jsonl
cp stack.eml renamed.eml
expect 0 "many records, and the model was renamed" careful replay renamed.eml only.jsonl
{ cat only.jsonl; printf '{"schema":1,'; } >torn.jsonl
expect 2 "many records, the last one torn" careful replay stack.eml torn.jsonl
says "many records, the last one torn: where" "torn.jsonl:$(($(wc -l <only.jsonl) + 1)):"
: >empty.jsonl
expect 2 "no records at all" careful replay stack.eml empty.jsonl
expect 2 "no file" careful replay stack.eml nothing.json
expect 2 "no record given" careful replay stack.eml
# Records of a folder, and the folder.
violations=$(grep -c '"verdict":"violation"' all.jsonl)
rm renamed.eml
expect 0 "a folder" careful replay . all.jsonl
models=$(grep '"verdict":"violation"' all.jsonl | grep -o '^.*"model":"[^"]*"' | sed 's/.*"model"://' | sort -u | wc -l)
is "a folder: all that there is" "$out" \
  "$violations witnesses of $models models confirmed, 0 refused; skipped: $(($(wc -l <all.jsonl) - violations)) records without a violation, 0 of other models"
expect 0 "a folder, one record" careful replay . good.json
is "a folder, one record: that one" "$out" "confirmed: pattern 12, 19 steps, 2 switches"
expect 2 "a folder, one is refused" careful replay . damaged.jsonl
says "a folder, one is refused: the others are not" " confirmed, $(grep -c . <(diff all.jsonl damaged.jsonl | grep '^>')) refused"
mkdir -p above/below none
cp stack.eml vector.eml above/below/
careful check --format jsonl --witness above >far.jsonl 2>/dev/null
expect 0 "a folder by another path" careful replay above/below far.jsonl
says "a folder by another path: the names end alike" " witnesses of 2 models confirmed, 0 refused"
cp stack-fixed.eml none/; cp stack-fixed.eml none/other.eml
expect 2 "a folder without these models" careful replay none all.jsonl
says "a folder without these models: says so" "no record is a violation of one of these models"
echo 'model {' >none/stack.eml
expect 2 "a folder, a model that cannot be read" careful replay none only.jsonl
says "a folder, a model that cannot be read: its witnesses are not confirmed" "0 witnesses of 1 model confirmed, $mine refused"

# ---- Life cycles and waits. ----
# First has to end before Boss is started; Boss holds the lock until it waits.
mkdir lives && cd lives || exit 1
cat >lives.eml <<'EML'
field n; lock l;
process Main { start First; join First; start Boss; join Boss; start Rest[0]; }
process First { skip; }
process Boss { sync l { sync l { unit { write n; start Rest[1]; wait l; read n; write n; } } } }
process Rest[2] { sync l { notify l; } unit { write n; } }
EML
expect 10 "life cycles: a violation" careful check --format jsonl --witness -p 1 lives.eml
printf '%s\n' "$out" | grep '"witness"' >good.json
says "the start of all copies" '{"process":"Main","action":"start","object":"First","at":"lives.eml:2:16"}'
says "an end" '{"process":"First","action":"end","object":"First","at":"lives.eml:3:'
says "a join" '{"process":"Main","action":"join","object":"First","at":"lives.eml:2:29"}'
says "the start of one copy" '"action":"start","object":"Rest[1]"'
says "a wait cuts the unit" '"action":"unit-end","object":"all","at":"lives.eml:4:65","wait":true}'
says "and gives back the lock" '"action":"release","object":"l","at":"lives.eml:4:65","wait":true}'
says "and takes it again" '"action":"acquire","object":"l","at":"lives.eml:4:65","wait":true}'
says "and the unit goes on" '"action":"unit-begin","object":"all","at":"lives.eml:4:65","wait":true}'
for engine in explicit bdd antichain; do
  careful check -e $engine --format jsonl --witness -p 1 lives.eml 2>/dev/null | grep '"witness"' >$engine.json
  is "the same witness by engine $engine" "$(sed 's/.*"witness"//; s/"ms".*//' $engine.json)" \
    "$(sed 's/.*"witness"//; s/"ms".*//' good.json)"
done
expect 0 "life cycles: confirmed" careful replay lives.eml good.json
rejects () { # NAME SED MESSAGE
  sed -E "$2" good.json >bad.json
  if cmp -s good.json bad.json; then tap_result 1 "$1: the edit changes something"; fi
  expect 2 "refused: $1" careful replay lives.eml bad.json
  says "refused: $1: says why" "$3"
}
rejects "without a start" 's/\{"process":"Boss","action":"start"[^}]*\},//' "does not come to this statement next"
rejects "the process runs before its start" \
  's/(\{"process":"Main","action":"start","object":"First"[^}]*\}),(\{[^}]*"end"[^}]*\})/\2,\1/' "the process has not been started"
rejects "a join before the end" 's/(\{[^}]*"end"[^}]*\}),(\{[^}]*"join"[^}]*\})/\2,\1/' "a process that is joined has not ended"
rejects "another process is started" 's/Rest\[1\]","at"/Rest[0]","at"/' "does not come to this statement next"
rejects "a process that nobody starts" 's/Rest\[1\]","at"/Main","at"/' "the model nowhere starts 'Main'"
rejects "a release that is no wait" 's/("release","object":"l","at":"lives.eml:4:65"),"wait":true/\1/' "does not come to this statement next"
rejects "a wait that cuts nothing" 's/\{[^}]*"unit-end"[^}]*"wait":true\},//' "does not come to this statement next"
rejects "a lock that is still held" \
  's/(\{"process":"Boss","action":"release"[^}]*"wait":true\}),(\{"process":"Rest\[1\]","action":"acquire"[^}]*\})/\2,\1/' "another process holds the lock 'l'"
rejects "wait is no text" 's/"wait":true/"wait":"yes"/' "'wait' is neither true nor false"

# ---- Steps that happen together. ----
cat >lives.eml <<'EML'
field n; lock l, m;
process A { write n; sync l { skip; sync m { skip; } } }
process B { sync m { sync l { skip; } } read n; }
EML
expect 10 "a deadlock" careful check --format jsonl --witness -p deadlock lives.eml
printf '%s\n' "$out" | grep '"witness"' >good.json
says "who waits for whom, at the end" '{"process":"B","action":"await","object":"l","at":"lives.eml:3:22","phase":2}]'
expect 0 "a deadlock: confirmed" careful replay lives.eml good.json
rejects "an acquire for an await" 's/"await","object":"l"/"acquire","object":"l"/' "another process holds the lock 'l'"
rejects "a lock that nobody holds" 's/\{"process":"B","action":"acquire"[^}]*\},//' "the next process of the circle does not hold the lock 'm'"
rejects "a step in between" 's/(\{"process":"B","action":"acquire"[^}]*\}),(.*)(\{"process":"A","action":"await"[^}]*\})/\2\3,\1/' \
  "the next process of the circle does not hold the lock 'm'"
rejects "an await that is no step" 's/,"phase":2\}/}/' "no process of a circle is due to await a lock"
expect 10 "a race" careful check --format jsonl --witness -p race lives.eml
printf '%s\n' "$out" | grep '"witness"' >good.json
says "both accesses, at the end" '"action":"write","object":"n","at":"lives.eml:2:13","phase":1},{"process":"B","action":"read","object":"n","at":"lives.eml:3:41","phase":2}]'
expect 0 "a race: confirmed" careful replay lives.eml good.json
rejects "a race, and something in between" \
  's/(\{"process":"B","action":"release"[^}]*\}),(\{"process":"A","action":"write"[^}]*\})/\2,\1/' "the last 2 steps of the automaton happen together"
cd ..

# ---- The replayer shares nothing with what it checks. ----
# All headers that it includes, followed from one to the next.
seen= todo="src/witness/replay.c src/witness/witness.c"
while [ -n "$todo" ]; do
  set -- $todo; file=$1; shift; todo=$*
  for header in $(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$file"); do
    for path in "$(dirname "$file")/$header" "$header" "src/$header"; do
      [ -f "$SOURCE/$path" ] || continue
      case " $seen " in *" $path "*) ;; *) seen="$seen $path" todo="$todo $path" ;; esac
      break
    done
  done
done
is "no header of wpds/ or of the engines is included by the replayer" \
  "$(printf '%s\n' $seen | grep -E '^wpds/|^phaseauto/|engine|decide|role' | grep -vx phaseauto/phase_automaton.h)" ""
case " $seen " in *" src/ir/ir.h "*) tap_result 0 "the headers were followed" ;;
*) tap_result 1 "the headers were followed" ;; esac
done_testing
