#!/usr/bin/env bash
# `phaselock check': which queries, what is said about them, and how it ends.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
examples=$SOURCE/models/examples
cp "$examples/stack.eml" "$examples/stack-fixed.eml" .
gen=$(dirname "$PHASELOCK")/phaselock-gen

# "pattern fields verdict processes" of every record in $out.
short () {
  printf '%s\n' "$out" | sed 's/.*"pattern":\([^,]*\),"fields":\(\[[^]]*\]\).*"verdict":"\([a-z]*\)"\(.*"processes":\(\[.*"\]\),"engine"\)\{0,1\}.*/\1 \2 \3 \5/; s/ $//'
}
lines () { printf '%s' "$out" | grep -c ''; }

# ---- Exit statuses. ----
expect 10 "a violation" phaselock check stack.eml
expect 0 "no violation" phaselock check stack-fixed.eml
expect 10 "a violation in one of two" phaselock check stack-fixed.eml stack.eml
expect 0 "only patterns that are safe" phaselock check -p 3-5 stack.eml
expect 5 "no time" phaselock check -e bdd --timeout 0.000001 -p 1 -f count stack.eml
says "no time: says so" "(timeout)"
expect 5 "no memory" phaselock check -e bdd --memory 0.001 stack.eml
says "no memory: says so" "(memory)"
# Queries without candidates need no engine, so a violation is never asked for
# in vain: something decided, something not.
expect 5 "no time for anything that counts" phaselock check -e bdd --timeout 0.000001 stack.eml
expect 2 "no model" phaselock check
expect 2 "no such model" phaselock check missing.eml
expect 2 "a bad model" phaselock check <(echo 'process P { read x; }')
echo 'process P { read x; }' >bad.eml
expect 2 "a bad model beside a violation" phaselock check bad.eml stack.eml
says "a bad model beside a violation: the other is decided" "stack.eml       67           2       1        -  -p 1 -f count  lost update"
for option in '--timeout 0' '--timeout -1' '--timeout x' '--timeout nan' '--memory 0' '--memory 1x' \
              '--format xml' '-e magic' '--progress now' '--without slicin' '-p 99' '-p 1-' '-p' \
              '-a missing.pa' '--nonsense'; do
  # shellcheck disable=SC2086
  expect 2 "refused: $option" phaselock check $option stack.eml
done
expect 2 "a reduction misspelt" phaselock check --without slicin stack.eml
says "a reduction misspelt: did you mean" "did you mean 'slicing'"

# ---- Records. ----
expect 10 "records" phaselock check --format jsonl stack.eml
is "one record a query" "$(lines)" 67
is "nothing on standard error" "$err" ""
keys () { printf '%s\n' "$out" | sed 's/"fields":\[[^]]*\]/"fields":/; s/"processes":\[[^]]*\]/"processes":/; s/"stats":{[^}]*}/"stats":/; s/"rank":{[^}]*}/"rank":/' \
  | grep "$1" | grep -o '"[a-z_]*":' | tr -d '":' | uniq | tr '\n' ' ' | sed "s/ $//"; }
per_record='schema id model query question pattern fields automata verdict'
first_keys () { printf '%s\n' "$out" | grep -m1 "$1" >one; out=$(cat one); keys .; }
all=$out
is "keys of safe" "$(out=$all; first_keys '"safe"')" "$per_record engine ms"
is "keys of a violation" "$(out=$all; first_keys '"violation"')" "$per_record processes engine cause problem rank fingerprint ms"
is "every line is an object" "$(printf '%s\n' "$all" | grep -cx '{"schema":1,.*}')" 67
is "ids differ" "$(printf '%s\n' "$all" | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/' | sort -u | wc -l)" 67
expect 5 "records of unknown" phaselock check -e bdd --format jsonl --timeout 0.000001 -p 1 -f count stack.eml
is "keys of unknown" "$(keys .)" "$per_record reason engine ms"
says "its reason" '"verdict":"unknown","reason":"timeout"'
expect 10 "records with statistics" phaselock check -e bdd --format jsonl --stats -p 1 -f count stack.eml
is "keys with statistics" "$(keys .)" "$per_record processes engine stats cause problem rank fingerprint ms"
says "the processes of a violation" '"processes":["Consumer[0]","Producer"]'
says "automata and engine" '"automata":"complete","verdict":"violation","processes":["Consumer[0]","Producer"],"engine":"bdd"'

# Always the same but for the time it took.
timeless () { sed 's/"ms":[^}]*}//' "$1"; }
phaselock check --format jsonl -a complete stack.eml stack-fixed.eml >a 2>&1
phaselock check --format jsonl -a complete stack.eml stack-fixed.eml >b 2>&1
timeless a >a.short; timeless b >b.short
ok "the same every time" cmp a.short b.short
expect 10 "order" phaselock check --format jsonl -p 6,1 stack.eml
is "order: patterns as in their set, fields as declared" "$(short | cut -d' ' -f1,2 | tr '\n' ' ')" \
   '1 ["count"] 1 ["data"] 6 ["count","data"] 6 ["data","count"] '

# ---- Choosing queries. ----
expect 10 "-p with a range" phaselock check --format jsonl -p 1,3-5,12 stack.eml
is "-p with a range: their number" "$(lines)" 10
expect 0 "-f with one field" phaselock check --format jsonl -f data stack.eml
is "-f with one field: no pattern of two fields" "$(lines)" 7
expect 10 "-f with both" phaselock check --format jsonl -f data,count stack.eml
is "-f with both: all queries" "$(lines)" 67
expect 2 "-f unknown" phaselock check -f cuont stack.eml
says "-f unknown: did you mean" "no field 'cuont' in this model; did you mean 'count'?"
expect 10 "-f of one of two models is no error" phaselock check -q -f total,count "$SOURCE/models/examples/workers.eml" stack.eml
says "-f: each is asked what it has" "stack.eml: 7 queries, 1 violation"
is "-f: nothing else is said" "$err" ""
expect 10 "-f: who has none of the fields is not asked" phaselock check -q -f count "$SOURCE/models/examples/workers.eml" stack.eml
is "-f: only the other" "$(printf '%s\n' "$out" | grep -c queries)$err" 1
expect 2 "-f: none of the models has it" phaselock check -q -f cuont,total "$SOURCE/models/examples/workers.eml" stack.eml
is "-f: one message, for all of them" "$err" "phaselock: error: no field 'cuont' in any of these 2 models; did you mean 'count'?"
expect 10 "-P of one of two models" phaselock check -q -p 1 -P Consumer,Consumer "$SOURCE/models/examples/workers.eml" stack.eml
is "-P: the other is not asked" "$(printf '%s\n' "$out" | grep -c quer)$err" 1
expect 10 "-P copies" phaselock check --format jsonl -p 1 -f count -P 'Consumer[1],Consumer[0]' stack.eml
is "-P copies: those" "$(short)" '1 ["count"] violation ["Consumer[1]","Consumer[0]"]'
expect 10 "-P bare names" phaselock check --format jsonl -p 1 -f count -P Consumer,Consumer stack.eml
is "-P bare names: the first copies" "$(short)" '1 ["count"] violation ["Consumer[0]","Consumer[1]"]'
expect 10 "-P first thread only" phaselock check --format jsonl -p 1 -f count -P 'Consumer[1]' stack.eml
is "-P first thread only: the other is the first that can" "$(short)" \
   '1 ["count"] violation ["Consumer[1]","Producer"]'
expect 0 "-P other way round" phaselock check --format jsonl -p 1 -f count -P Producer,Consumer stack.eml
expect 0 "-P the same copy twice is nobody" phaselock check -p 1 -f count -P 'Consumer[0],Consumer[0]' stack.eml
expect 2 "-P unknown" phaselock check -P Producr,Consumer stack.eml
says "-P unknown: did you mean" "no process 'Producr' in this model; did you mean 'Producer'?"
expect 2 "-P unknown bare name" phaselock check -P Consumr stack.eml
says "-P unknown bare name: did you mean" "did you mean 'Consumer'?"
expect 2 "-P unknown copy" phaselock check -P 'Consumer[7]' stack.eml
says "-P unknown copy: did you mean" "did you mean 'Consumer["

cat >quoted.eml <<'END'
field "a,b", "c\"d", e;
process "P,1" { unit { read "a,b"; write "a,b"; } }
process "P,2"[2] { unit { read "a,b"; write "a,b"; read "c\"d"; write "c\"d"; read e; } }
END
expect 10 "quoted names" phaselock check --format jsonl -p 1 -f '"a,b"' -P '"P,1","P,2[1]"' quoted.eml
is "quoted names: those" "$(short)" '1 ["a,b"] violation ["P,1","P,2[1]"]'
expect 10 "a quoted bare name" phaselock check --format jsonl -p 1 -f '"c\"d", e' -P '"P,2"' quoted.eml
is "a quoted bare name: their number" "$(lines)" 2
expect 2 "a quote left open" phaselock check -f '"a,b' quoted.eml
expect 2 "an empty name" phaselock check -f 'e,,e' quoted.eml
expect 10 "quoted names in text" phaselock check -p 1 quoted.eml
says "quoted names in text: quoted again" 'field "a,b"
  u = "P,1", u'"'"' = "P,2[0]"'
expect 10 "quoted names in short" phaselock check -q -p 1 quoted.eml
says "quoted names in short: quoted again" "pattern 1  \"a,b\"  R(l) W'(l) W(l)  u = \"P,1\", u' = \"P,2[0]\""

# ---- --first, --stats, -q. ----
expect 10 "--first" phaselock check --first --format jsonl stack.eml stack-fixed.eml
is "--first: the violation is the last record" "$(short | tail -1 | cut -d' ' -f3)" violation
is "--first: and the only one" "$(short | grep -c violation)" 1
expect 0 "--first without a violation" phaselock check --first --format jsonl stack-fixed.eml
is "--first without a violation: all records" "$(lines)" 67
expect 10 "--stats" phaselock check -e bdd --stats stack.eml
says "--stats: what it took" "stats: engine bdd; "
# The same numbers as in the records: summed up, or the largest.
records=$(phaselock check -e bdd --stats --format jsonl stack.eml)
count () { printf '%s\n' "$records" | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
sum () { count "$1" | awk '{ sum += $1 } END { print sum }'; }
most () { count "$1" | sort -n | tail -1; }
numbers="; $(sum choices) choices of processes; at most $(most locks) locks; $(sum symbols) symbols of products; $(sum rules) rules of products; $(sum roles) roles computed; at most [0-9]* nodes of BDDs; "
ok "--stats: as in the records" grep -q "$numbers" <<<"$(tr -s '\n ' ' ' <<<"$out")"
for member in $(printf '%s\n' "$records" | head -1 | sed 's/.*"stats":{\([^}]*\)}.*/\1/' | grep -o '"[a-z_]*":' | tr -d '":'); do
  ok "doc/json.md: $member of the statistics" grep -q "^| .*\`$member\`.* | " "$SOURCE/doc/json.md"
done
expect 10 "-q" phaselock check -q stack.eml
is "-q: head and findings only" "$(lines)" 3
expect 0 "-q without findings" phaselock check -q stack-fixed.eml
is "-q without findings: nothing" "$out$err" ""
sed 's/^lock .*/&\nlock unused;/' stack-fixed.eml >warned.eml
expect 0 "a warning" phaselock check warned.eml
says "a warning is shown" "warning: "
expect 0 "-q and a warning" phaselock check -q warned.eml
is "-q and a warning: nothing" "$out$err" ""
echo 'process P { raed a; }' >bad.eml
expect 2 "-q and an error" phaselock check -q bad.eml
says "-q and an error: shown" "error: "
expect 10 "the end of several" phaselock check stack.eml stack-fixed.eml
says "the end of several: a sum" "2 models: 2 violations, 0 unknown, 132 safe"
is "the end of several: last" "$(tail -1 <<<"$out")" "2 models: 2 violations, 0 unknown, 132 safe"
expect 10 "the end of one" phaselock check -a strict stack.eml
is "the end of one: its counts" "$(tail -1 <<<"$out")" "31 queries: 2 violations, 29 safe"
expect 5 "the end of an undecided one" phaselock check -p 1 -f count --timeout 0.000000001 stack-fixed.eml
is "the end of an undecided one: its counts" "$(tail -1 <<<"$out")" "1 query: 1 unknown, 0 safe"
expect 2 "one of two is bad" phaselock check bad.eml stack-fixed.eml
is "one of two is bad: not a word of what safe means" "$(grep -c '^Safe:' <<<"$out")" 0
expect 0 "all is safe" phaselock check stack-fixed.eml
is "all is safe: what it means, once, at the end" "$(grep -c '^Safe:' <<<"$out") $(tail -1 <<<"$out")" \
  "1 Safe: no two units match a pattern; no race, no deadlock.  Cycles through three or more units are not covered."
for words in "patterns no two units match a pattern.  Cycles through three or more units are not covered." \
             "race no race." "deadlock no deadlock." "race,deadlock no race, no deadlock." \
             "1,race no two units match a pattern; no race.  Cycles through three or more units are not covered."; do
  expect 0 "-p ${words%% *}" phaselock check -p "${words%% *}" "$SOURCE/models/examples/stack-fixed.eml"
  is "-p ${words%% *}: what safe means" "$(tail -1 <<<"$out")" "Safe: ${words#* }"
done

# ---- Safe for an empty reason. ----
# Never said of a set with a violation: an assertion would fail.
"$gen" random -c 40 --sets 3 --fields 6 --sharing 10 -o random
phaselock check random >random.txt 2>random.err; status=$?
ok "random models: no assertion fails" test "$status" = 10
ok "random models: some set is not shared" grep -q '  Patterns are vacuously safe: no two processes share ' random.txt
expect 10 "the examples" phaselock check "$SOURCE/models/examples"
is "the examples: no empty reason" "$(grep -ci 'vacuously' <<<"$out")" 0
expect 0 "users' automata" phaselock check -a "$SOURCE/tests/golden/check/ring.pa" "$SOURCE/tests/golden/warnings/one-process.eml"
is "users' automata: of those nothing is known" "$(grep -ci 'vacuously' <<<"$out")" 0
expect 0 "-q and an empty reason" phaselock check -q "$SOURCE/tests/golden/warnings/one-process.eml"
is "-q and an empty reason: nothing" "$out$err" ""

# ---- A user's automata. ----
cat >three.pa <<'END'
// Three threads in a ring, and a clause.
automaton ring "three in a ring" (f) {
  threads a, b, c;
  a writes f; b writes f; c writes f; a reads f;
}
automaton seen (f) { threads u, v; u accesses f in unit; v accesses f; u accesses f in unit;
  u stays in unit from 1 to 3; }
automaton unseen (f, g) { threads u, v;
  u writes f; v writes g; u writes f;
  never u accesses g from 1 to 3; never v reads f from 1 to 2; }
END
cat >three.eml <<'END'
field x, y;
lock l;
process A { unit { sync l { write x; } sync l { read x; } } }
process B { sync l { write x; } }
process C { sync l { write x; write y; } }
END
expect 10 "three threads" phaselock check --format jsonl -a three.pa -p ring three.eml
is "three threads: the verdicts" "$(short | tr '\n' ';')" \
   '"ring" ["x"] violation ["A","B","C"];"ring" ["y"] safe;'
says "three threads: who" '"pattern":"ring","fields":["x"],"automata":"three.pa","verdict":"violation","processes":["A","B","C"]'
says "three threads: not on y" '"fields":["y"],"automata":"three.pa","verdict":"safe"'
expect 10 "three threads by -P" phaselock check --format jsonl -a three.pa -p ring -f x -P A,C,B three.eml
says "three threads by -P: in that order" '"processes":["A","C","B"]'
sed 's/unit { sync l { write x; } sync l { read x; } }/sync l { unit { write x; read x; } }/' three.eml >ring-safe.eml
expect 0 "three threads, one lock around two steps" phaselock check -a three.pa -p ring ring-safe.eml
expect 10 "accesses" phaselock check --format jsonl -a three.pa -p seen three.eml
says "accesses: one record a query" '"fields":["x"],"automata":"three.pa","verdict":"violation","processes":["A","B"]'
is "accesses: one record a query, no more" "$(lines)" 2
cat >never.eml <<'END'
field x, y;
process A { write x; write y; write x; }
process B { write y; }
END
expect 0 "never: y comes in between" phaselock check -a three.pa -p unseen -f x,y never.eml
sed 's/write y; write x; }/skip; write x; }/' never.eml >never-broken.eml
expect 10 "never: nothing comes in between" phaselock check -a three.pa -p unseen -f x,y never-broken.eml
# B cannot write y before it has read x, and that must be over when A starts.
sed 's/write y; write x; }/skip; write x; }/; s/B { write y; }/B { sync l { read x; write y; } }/; s/A { /A { sync l { /; s/write x; }$/write x; } }/; 1a lock l;' never.eml >never-locked.eml
expect 0 "never: the lock forces the read" phaselock check -a three.pa -p unseen -f x,y never-locked.eml

# A process that has ended still follows: B has done all it has to do, and
# given the lock back, when A needs it for its next step.
cat >ended.eml <<'END'
field x;
lock l;
process A { unit { read x; sync l { skip; } write x; } }
process B { sync l { write x; } }
END
expect 10 "a process that has ended follows the others" phaselock check -p 1 ended.eml

# What never returns is a dead end; what may return is not.
for stuck in 'loop { skip; }' 'call stuck;' 'loop { sync l { skip; } }' 'loop { read y; }'; do
  cat >stuck.eml <<END
field x, y;
lock l;
proc stuck { $stuck }
process A { unit { read x; call stuck; write x; } }
process B { sync l { write x; read y; } }
END
  expect 0 "a dead end: $stuck" phaselock check -q -p 1 stuck.eml
  expect 0 "a dead end, unreduced: $stuck" phaselock check -q -p 1 --without all stuck.eml
  sed 's/proc stuck { /&if (*) { return; } /' stuck.eml >free.eml
  expect 10 "no dead end: $stuck" phaselock check -q -p 1 free.eml
  expect 10 "no dead end, unreduced: $stuck" phaselock check -q -p 1 --without all free.eml
done

# ---- Names from strangers. ----
bad=$'a\033[31m\tb\xe2\x80\xae\xc3\xa9' e=$'\xc3\xa9'
printf 'field "%s", c; lock l;\nprocess "P%s"[2] { unit { sync l { skip; } read "%s"; write "%s"; read c; write c; } }\n' \
  "$bad" "$bad" "$bad" "$bad" >strange.eml
printf 'automaton "p%s" "t%s" ("l%s") { threads "u%s", v; "u%s" reads "l%s" in unit; v writes "l%s"; "u%s" writes "l%s"; }\n' \
  "$bad" "$bad" "$bad" "$bad" "$bad" "$bad" "$bad" "$bad" "$bad" >strange.pa
# Nothing but line ends and what can be seen, all of it ASCII.
plain () { # NAME
  is "$1: nothing hostile" "$(printf '%s%s' "$out" "$err" | tr -d '\n\040-\176' | wc -c)" 0
}
spelt='a<U+001B>[31m<U+0009>b<U+202E>'
for options in '' '-q' '-a strange.pa' '-q -a strange.pa' '-e bdd --memory 0.001 -a strange.pa'; do
  # shellcheck disable=SC2086
  expect "$(case $options in *memory*) echo 5 ;; *) echo 10 ;; esac)" "strange names: $options" phaselock check $options strange.eml
  plain "strange names: $options"
  says "strange names: $options: spelt" "$spelt"
done
expect 10 "strange names: the table" phaselock check -p 1 strange.eml
header=$(sed -n 2p <<<"$out") row=$(sed -n 3p <<<"$out")
until_name=${header%\"*} until_cell=${row%%V*}
is "strange names: columns are where they belong" "${#until_cell} ${#row}" "${#until_name} ${#header}"
for what in pds dot contexts; do
  expect 0 "strange names: dump $what" phaselock dump --what $what strange.eml
  plain=${out//$e/}; is "strange names: dump $what: nothing hostile" "$(printf %s "$plain" | tr -d '\n\040-\176' | wc -c)" 0
done
expect 0 "strange names: a graph of automata" phaselock patterns -a strange.pa --format dot
plain=${out//$e/}; is "strange names: a graph of automata: nothing hostile" "$(printf %s "$plain" | tr -d '\n\040-\176' | wc -c)" 0
"$PHASELOCK" check -a strange.pa -p patterns -f c --format jsonl --witness strange.eml >strange.json
expect 0 "strange names: replay" phaselock replay strange.eml strange.json
says "strange names: replay: spelt" "confirmed: pattern \"p$spelt"
is "strange names: replay: nothing hostile" "$(printf %s "$out" | grep -c $'\033')" 0
for option in -p -f -P; do
  expect 2 "strange names: $option" phaselock check -a strange.pa $option "x$bad" strange.eml
  is "strange names: $option: nothing hostile" "$(printf %s "$err" | grep -c $'\033\|\t')" 0
done

# ---- -P. ----
expect 0 "some processes" phaselock check -P Producer,Consumer stack.eml
says "some processes: that is all that is said" "67 queries, 67 safe with these processes only"
says "some processes: and again" "Safe: no two units match a pattern; no race, no deadlock, with these processes only."
expect 0 "some processes, two models" phaselock check -P Producer,Consumer stack.eml stack-fixed.eml
says "some processes, two models: a row each" "stack-fixed.eml       67           -       -        -"
says "some processes, two models: of all models" "2 models: 0 violations, 0 unknown, 134 safe with these processes only"
expect 0 "all processes" phaselock check stack-fixed.eml
is "all processes: nothing of these" "$(grep -c 'these processes' <<<"$out")" 0

# ---- Signals. ----
"$gen" nested -k 8 -o heavy.eml
many=$(yes heavy.eml | head -200)
for signal in INT:130 TERM:143; do
  # This goes on for minutes; stopped as soon as some records are there, new ones:
  # before it is the program the process is a shell, which cleans up here.
  rm -f heavy.jsonl
  # shellcheck disable=SC2086
  "$PHASELOCK" check -e bdd -a spin09 --format jsonl $many >heavy.jsonl 2>heavy.err </dev/null &
  pid=$!
  for _ in $(seq 400); do [ -s heavy.jsonl ] && break; sleep 0.05; done
  kill -"${signal%:*}" "$pid" 2>/dev/null
  status=0; wait "$pid" || status=$?
  is "SIG${signal%:*}: status" "$status" "${signal#*:}"
  is "SIG${signal%:*}: only whole records" "$(grep -cvx '{"schema":1,.*}' heavy.jsonl)" 0
  is "SIG${signal%:*}: nothing wrong is said" "$(grep -c 'error' heavy.err)" 0
  ok "SIG${signal%:*}: how far it came" grep -qE '^phaselock check: interrupted after [0-9]+ quer' heavy.err
done
# ---- Races and deadlocks. ----
cat >meet.eml <<'END'
lock a, b;
field volatile flag; field x, y;
process P { sync a { sync b { unit { write x; } } } write y; write flag; }
process Q { sync b { sync a { unit { read x; } } } read y; read flag; }
process R { sync a { write y; } }
END
asked () { printf '%s\n' "$out" | sed 's/.*"question":"\([a-z]*\)".*"fields":\(\[[^]]*\]\).*"verdict":"\([a-z]*\)".*/\1 \2 \3/'; }
for words in "data race" "Data Race,deadlock" "Deadlock, data race"; do
  expect 10 "by title: $words" phaselock check -q -p "$words" meet.eml
  ok "by title: $words: a race" grep -q "^VIOLATION  race" <<<"$out"
done
expect 10 "races and deadlocks" phaselock check -p race,deadlock --format jsonl meet.eml
is "races and deadlocks: no race for what is volatile" "$(asked)" 'race ["x"] safe
race ["y"] violation
deadlock [] violation'
is "races and deadlocks: no pattern" "$(printf '%s\n' "$out" | grep -c '"pattern"')" 0
says "a deadlock: who waits" '"processes":["P","Q"],"locks":["b","a"]'
expect 10 "the default" phaselock check -a strict --format jsonl meet.eml
is "the default: patterns, races, the deadlock" "$(asked | cut -d' ' -f1 | uniq -c | tr -s ' ')" ' 69 pattern
 2 race
 1 deadlock'
expect 0 "-p patterns" phaselock check -p patterns -a strict --format jsonl meet.eml
is "-p patterns: nothing else" "$(asked | cut -d' ' -f1 | uniq -c | tr -s ' ')" ' 69 pattern'
expect 0 "races of one field" phaselock check -p race -f x --format jsonl meet.eml
is "races of one field: that one" "$(asked)" 'race ["x"] safe'
expect 10 "a race of these" phaselock check -q -p race -f y -P R,P meet.eml
says "a race of these: in any order" "u = P, u' = R"
printf 'field x; process A { unit { write x; } } process B { unit { read x; } } process C { skip; }\n' >wr.eml
for names in A B A,B B,A; do
  for engine in auto explicit; do
    expect 10 "a race, -P $names, $engine" phaselock check -q -p race -P $names -e $engine wr.eml
  done
done
for names in C A,C A,A; do
  expect 0 "no race, -P $names" phaselock check -p race -P $names --certificate wr.cert wr.eml
  says "no race, -P $names: what counts" "A race counts if all of them take part"
  expect 0 "no race, -P $names: proved" phaselock certify wr.eml wr.cert
  says "no race, -P $names: one query" "1 query confirmed safe"
done
cat >ring.eml <<'EOF'
lock a, b, c;
process P[2] { sync a { sync b { skip; } } }
process Q { sync b { sync c { skip; } } }
process R { sync c { sync a { skip; } } }
process S { sync a { skip; } }
EOF
for names in P Q R 'P[1]' R,P R,Q,P; do
  for engine in auto explicit; do
    expect 10 "a deadlock, -P $names, $engine" phaselock check -q -p deadlock -P "$names" -e $engine ring.eml
  done
done
says "a deadlock of three: all of them" "P[0] awaits b, Q awaits c, R awaits a"
for names in S P,P 'P[0],P[1]' Q,S Q,Q; do
  expect 0 "no deadlock, -P $names" phaselock check -p deadlock -P "$names" --certificate ring.cert ring.eml
  says "no deadlock, -P $names: what counts" "A deadlock counts if all of them take part, whoever else does."
  expect 0 "no deadlock, -P $names: proved" phaselock certify ring.eml ring.cert
  says "no deadlock, -P $names: one query" "1 query confirmed safe"
done
expect 0 "a deadlock of these" phaselock check -q -p deadlock -P P,R meet.eml
expect 10 "a deadlock of those" phaselock check -q -p deadlock -P Q,P meet.eml
says "a deadlock of those: in words" "VIOLATION  deadlock  P awaits b, Q awaits a"
expect 2 "a misspelt question" phaselock check -p deadlok meet.eml
says "a misspelt question: did you mean" "did you mean 'deadlock'?"
says "a misspelt question: what there is" "for a list of them; beside patterns there are race, deadlock, assert, wrong, exclusive and stuck."
expect 2 "a misspelt race" phaselock check -p rase meet.eml
says "a misspelt race: did you mean" "did you mean 'race'?"
expect 2 "a question in quotes is the name of a pattern" phaselock check -p '"race"' meet.eml
printf 'automaton race (x) { threads u; u writes x; }\n' >race.pa
expect 10 "an automaton called race" phaselock check -a race.pa -p race --format jsonl meet.eml
is "an automaton called race: both are asked" "$(asked | cut -d' ' -f1 | sort | uniq -c | tr -s ' ' | tr -d '\n')" ' 3 pattern 2 race'
echo 'field x; process P { read x; } process Q { read x; }' >lockless.eml
expect 0 "no lock" phaselock check -p race,deadlock --format jsonl lockless.eml
is "no lock: no deadlock is asked" "$(asked)" 'race ["x"] safe'
phaselock check --format jsonl --witness meet.eml >meet.jsonl 2>/dev/null
expect 0 "their witnesses" phaselock replay meet.eml meet.jsonl
says "their witnesses: confirmed" "witnesses confirmed, 0 refused"
sed 's/"locks":\["b","a"\]/"locks":["a","b"]/' meet.jsonl >turned.jsonl
expect 2 "the wrong locks" phaselock replay meet.eml turned.jsonl
phaselock check -p patterns --format jsonl meet.eml 2>/dev/null | sed 's/"question":"[a-z]*",//' >old.jsonl
expect 0 "records without a question" phaselock merge old.jsonl -o old-merged.jsonl
expect 0 "explain a race" bash -c '"$0" explain -p race -f y meet.eml || [ $? = 10 ]' "$PHASELOCK"
says "explain a race: why" "neither P nor Q holds a lock"
done_testing
