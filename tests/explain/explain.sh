#!/usr/bin/env bash
# explain.sh -- the command explain: which query, its formats, its statuses; how
# check shows groups; -o.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
models=$SOURCE/models/examples
markup=$BUILD/tests/explain/markup
stack=$models/stack.eml

# ---- Which query? ----
expect 10 "a violation" phaselock explain "$stack" -p 12 -f count,data
says "a violation: the headline" "VIOLATION  pattern 12, inconsistent pair read (R(count) W'(data) W'(count)"
says "a violation: who and where" "u = Consumer[0] in pop, u' = Producer in push"
says "a violation: how long" "19 steps, 2 switches"
says "a violation: marked" " 13*|                |   write data  | Producer{s}    | Stack.java:22"
says "a violation: why" "that Producer needs at
  steps 13 and 14: it releases 's' at step 8.  Replayed: yes."
says "a violation: what would have helped" "Holding 's' in pop (Stack.java:51-54, stack.eml:54-62) would have prevented it:"
is "a violation: two switches, two lines" "$(grep -c '^----+' <<<"$out")" 2
is "a violation: nothing else" "$err" ""
expect 0 "the other order" phaselock explain "$stack" -p 12 -f data,count
says "the other order: safe" "SAFE  pattern 12 (R(data) W'(count) W'(data) R(count))  fields data,count: no execution of the model does this.
Because: no process reads data and then reads count in one unit, as u has to."
expect 5 "no memory" phaselock explain -e bdd --memory 0.001 "$stack" -p 1 -f count
says "no memory: unknown" "UNKNOWN  pattern 1 (R(count) W'(count) W(count))  field count: not decided (memory)."
expect 10 "by processes" phaselock explain "$stack" -p 1 -f count -P 'Consumer[1],Consumer[0]'
says "by processes: those" "u = Consumer[1] in pop, u' = Consumer[0] in pop"
expect 0 "safe by processes" phaselock explain "$stack" -p 12 -f count,data -P 'Producer,Consumer'
says "safe by processes: no more is said" "fields count,data: no execution of the model does this with these processes."
printf '%s\n' 'field a; lock l;' 'process T[2] { unit { sync l { read a; } write a; } }' 'process R { write a; }' >some.eml
expect 10 "a repair by processes" phaselock explain some.eml -p 1 -f a -P T,T
says "a repair by processes: no more is said" "would have prevented it: the query is then safe,
  with these processes only."
expect 2 "too many queries" phaselock explain "$stack" -p 1
says "too many queries: which" "one query is explained, and 2 match; choose one of them:
  -p 1 -f count
  -p 1 -f data"
expect 2 "far too many queries" phaselock explain "$stack" -p 1-14
says "far too many queries: and so on" "and 18 more"
expect 10 "no query named" phaselock explain -a strict "$stack"
says "no query named: the first violation" "VIOLATION  pattern 1, lost update (R(count) W'(count) W(count))  field count"
says "no query named: which, and the others" "This was -p 1 -f count, the first of 2 violations.  The other:
  -p 12 -f count,data"
is "no query named: one timeline" "$(grep -c '^VIOLATION' <<<"$out")" 1
phaselock explain -a strict "$stack" -p 1 -f count >named.txt
ok "no query named: the timeline of the query" diff named.txt <(head -n "$(wc -l <named.txt)" <<<"$out")
expect 10 "no query named, one violation" phaselock explain -a strict "$stack" -P 'Consumer[1],Consumer[0]'
says "no query named, one violation: says so" ", the only violation."
expect 10 "no query named, many violations" phaselock explain -a spin09 "$models/account.eml"
says "no query named, many violations: and so on" "  and "
expect 10 "no query named, a picture" phaselock explain -a strict "$stack" --format svg -o first.svg
phaselock explain -a strict "$stack" --format svg -o named.svg -p 1 -f count
ok "no query named, a picture: that of the query" cmp first.svg named.svg
is "no query named, a picture: the others on standard error" "$out$err" "phaselock explain: this was -p 1 -f count, the first of 2 violations.  The other:
  -p 12 -f count,data"
expect 0 "no query named, all safe" phaselock explain -a strict "$models/stack-fixed.eml"
is "no query named, all safe: says so" "$out" "There is no violation to explain: 31 queries, 31 safe"
expect 0 "no query named, all safe, a picture" phaselock explain -a strict "$models/stack-fixed.eml" --format svg -o none.svg
ok "no query named, all safe, a picture: there is none" test ! -e none.svg
expect 5 "no query named, none decided" phaselock explain -e bdd --memory 0.001 "$stack"
says "no query named, none decided: says so" " unknown, "
expect 2 "too many fields" phaselock explain "$stack" -p 1 -f data,count
says "too many fields: what there is" "no query has just the fields 'data,count' in this order; there are these over them:
  -p 1 -f count"
expect 2 "too few fields" phaselock explain "$stack" -p 12 -f data
says "too few fields: what there is" "no query has just the fields 'data' in this order; there are these over them:
  -p 12 -f count,data
  -p 12 -f data,count"
printf '%s\n' 'field x, y, z; atomicset S { x, y } process P { unit { read x; read y; read z; write x; write y; write z; } }' >sets.eml
expect 2 "fields of two sets" phaselock explain sets.eml -p 12 -f x,z
says "fields of two sets: what there is" "there are these over some of them:
  -p 12 -f x,y
  -p 12 -f y,x"
expect 2 "a field alone in its set" phaselock explain sets.eml -p 12 -f z
says "a field alone in its set: nothing there" "there is none with any of them either"
expect 2 "no such field" phaselock explain "$stack" -p 1 -f cuont
says "no such field: did you mean" "did you mean 'count'?"
expect 2 "two models" phaselock explain "$stack" "$models/dcl.eml" -p 1 -f count
says "two models: says so" "one model is explained, and there are 2"
expect 2 "no model" phaselock explain -p 1
expect 2 "no such format" phaselock explain --format png "$stack" -p 1 -f count
echo "field" >bad.eml
expect 2 "a bad model" phaselock explain bad.eml -p 1 -f count
expect 10 "from standard input" bash -c '"$0" explain - -p 1 -f count <"$1"' "$PHASELOCK" "$stack"
for engine in bdd antichain explicit; do
  expect 10 "-e $engine" phaselock explain -e $engine "$models/dcl.eml" -p 9 -f helper,value
  says "-e $engine: its repair" "Holding 'm' in getLate (Lazy.java:11-16, dcl.eml:55-59)"
done

# ---- Rows. ----
cat >calls.eml <<'END'
field x, y;
lock l, m;
proc quiet { read y; write y; call inner; }
proc inner { read y; }
proc loud { sync l { write x; } }
proc again { sync m { sync m { call quiet; } } }
process A { unit { read x; call quiet; sync l { call again; } write x; } }
process B { call quiet; call loud; }
END
expect 10 "folded" phaselock explain calls.eml -p 1 -f x
says "folded: a call in which nothing matters" "call quiet (7 steps)"
says "folded: a call with a lock" "call loud"
says "folded: and what is in it" "acquire l"
says "folded: a lock that was held for a while" "it
  takes 'l' in between and releases it at step 24."
is "folded: no return" "$(grep -c return <<<"$out")" 0
is "folded: nothing nested" "$(grep -c nested <<<"$out")" 0
is "folded: steps keep their numbers" "$(grep -c '^  [0-9]' <<<"$(grep -v '#' <<<"$out")")" \
   "$(grep -v '#' <<<"$out" | grep '^  [0-9]' | awk '{print $1 + 0}' | sort -un | wc -l)"
expect 10 "unfolded" phaselock explain --unfold calls.eml -p 1 -f x
steps=$(sed -nE 's/.* ([0-9]+) steps, .*/\1/p' <<<"$out" | head -1)
is "unfolded: a row for every step" "$(grep -cE '^ *[0-9]+[* ]\|' <<<"$out")" "$steps"
says "unfolded: returns" "return from quiet"
is "unfolded: the numbers of all steps" "$(grep -oE '^ *[0-9]+[* ]\|' <<<"$out" | tr -d ' *|' | tr '\n' ' ')" \
   "$(seq "$steps" | tr '\n' ' ')"

# ---- Width and characters. ----
wide='field "größe", "数量";
lock "鎖";
process "Ä" { unit { sync "鎖" { read "größe"; } write "größe"; } }
process B { sync "鎖" { write "größe"; } }'
echo "$wide" >wide.eml
expect 10 "ASCII" phaselock explain wide.eml -p 1 -f "größe"
is "ASCII: nothing else" "$(printf %s "$out" | tr -d '\0-\177' | wc -c)" 0
says "ASCII: other characters are spelt" 'gr<U+00F6><U+00DF>e'
expect 10 "UTF-8" env LC_ALL=C.UTF-8 "$PHASELOCK" explain wide.eml -p 1 -f "größe"
says "UTF-8: lines" "────┼─"
says "UTF-8: names" 'read "größe"'
says "UTF-8: switches" "│"
for columns in 20 40 61 80 200; do
  expect 10 "$columns columns" env COLUMNS=$columns LC_ALL=C "$PHASELOCK" explain "$models/vector.eml" -p 12 -f elementCount,elementData
  is "$columns columns: no line is longer" "$(awk -v w=$columns 'length ($0) > w' <<<"$out")" ""
done
expect 10 "too narrow" env COLUMNS=40 LC_ALL=C "$PHASELOCK" explain "$models/dcl.eml" -p 9 -f helper,value
says "too narrow: what is missing is said" "(too narrow for the locks that are held
  and the places)"
expect 10 "a bit too narrow" env COLUMNS=46 LC_ALL=C "$PHASELOCK" explain "$models/dcl.eml" -p 9 -f helper,value
says "a bit too narrow: what is missing is said" "(too narrow for the locks that are held)"
expect 10 "not too narrow" phaselock explain "$models/dcl.eml" -p 9 -f helper,value
is "not too narrow: nothing is missing" "$(grep -c 'too narrow' <<<"$out")" 0
for columns in 20 40 60; do
  expect 0 "$columns columns, safe" env COLUMNS=$columns "$PHASELOCK" explain "$stack" -p 12 -f data,count
  is "$columns columns, safe: no line is longer" "$(awk -v w=$columns 'length ($0) > w' <<<"$out")" ""
  is "$columns columns, safe: the same words" "$(tr -s ' \n' ' ' <<<"$out" | tr -d ' ')" \
     "SAFEpattern12(R(data)W'(count)W'(data)R(count))fieldsdata,count:noexecutionofthemodeldoesthis.Because:noprocessreadsdataandthenreadscountinoneunit,asuhasto."
  expect 10 "$columns columns, check" env COLUMNS=$columns "$PHASELOCK" check --stats "$stack" "$models/vector.eml"
  # A command is broken between its words, and only there.
  is "$columns columns, check: no line is longer" "$(awk -v w=$columns 'length ($0) > w && !/^ +(--?[a-z]+ )?[^ ]+( \\)?$/' <<<"$out")" ""
  expect 5 "$columns columns, unknown" env COLUMNS=$columns "$PHASELOCK" check -e bdd --memory 0.001 "$stack"
  is "$columns columns, unknown: no line is longer" "$(awk -v w=$columns 'length ($0) > w' <<<"$out")" ""
done
expect 0 "safe, ASCII" phaselock explain wide.eml -p 2 -f "数量"
is "safe, ASCII: nothing else" "$(printf %s "$out" | tr -d '\0-\177' | wc -c)" 0
says "safe, ASCII: other characters are spelt" 'field "<U+6570><U+91CF>": no execution'
expect 10 "no terminal" phaselock explain "$models/vector.eml" -p 12 -f elementCount,elementData
is "no terminal: 80 columns" "$(awk 'length ($0) > 80' <<<"$out")" ""
is "no terminal: no colours" "$(grep -c $'\033' <<<"$out")" 0

# On a terminal of 60 columns: script(1) makes one.
if command -v script >/dev/null; then
  on_terminal () { # SETTING
    script -qec "stty cols 60 rows 24; env -u NO_COLOR -u COLUMNS $1 '$PHASELOCK' explain '$stack' -p 1 -f count" \
      /dev/null </dev/null | tr -d '\r'
  }
  shown=$(on_terminal A=b)
  ok "a terminal: colours" grep -q $'\033\\[1;31mVIOLATION\033\\[0m' <<<"$shown"
  is "a terminal: its width" "$(sed 's/\x1b\[[0-9;]*m//g' <<<"$shown" | awk 'length ($0) > 60')" ""
  is "a terminal with NO_COLOR" "$(on_terminal NO_COLOR=1 | grep -c $'\033')" 0
else
  skip "a terminal" "there is no script(1)"
fi

# ---- Pictures. ----
cat >hostile.eml <<'END'
field "<b>&\"'\\", "]]>{0}](x)";
lock "l;#%`--|end", "-->";
proc "p\"<script>" { unit @"<A&B>.java:3" { read "<b>&\"'\\" @"x'\"y:7"; sync "-->" { } call "q%" @"a\\b:c"; } }
proc "q%" { sync "l;#%`--|end" { write "<b>&\"'\\"; } }
process "P]>" { call "p\"<script>"; }
process "Q, \\n"[2] { call "p\"<script>"; call "q%"; }
END
cat >hostile.pa <<'END'
automaton "a <b> \"c\" & d" "title: <i> \\ {1} ; #" (l) {
  threads u, v;
  u reads l in unit;
  v writes l;
  u writes l;
}
END
expect 10 "hostile names" phaselock check hostile.eml -a hostile.pa
for format in svg dot mermaid; do
  expect 10 "$format" phaselock explain --format $format "$stack" -p 12 -f count,data -o picture.$format
  ok "$format: well formed" "$markup" $format picture.$format
  is "$format: nothing on standard output" "$out" ""
  expect 10 "$format, unfolded" phaselock explain --unfold --format $format "$stack" -p 12 -f count,data
  cp "$scratch/stdout" unfolded.$format
  ok "$format, unfolded: well formed" "$markup" $format unfolded.$format
  expect 10 "$format, hostile" phaselock explain --format $format hostile.eml -a hostile.pa -p '"a <b> \"c\" & d"' -f '"<b>&\"'"'"'\\"'
  cp "$scratch/stdout" hostile.$format
  ok "$format, hostile: well formed" "$markup" $format hostile.$format
  expect 10 "$format, three threads" phaselock explain --format $format -a "$SOURCE/tests/golden/check/ring.pa" -p ring -f x "$SOURCE/tests/golden/check/ring.eml"
  cp "$scratch/stdout" three.$format
  ok "$format, three threads: well formed" "$markup" $format three.$format
  expect 10 "$format, wide" phaselock explain --format $format wide.eml -p 1 -f "größe"
  cp "$scratch/stdout" wide.$format
  ok "$format, wide: well formed" "$markup" $format wide.$format
  expect 0 "$format, safe" phaselock explain --format $format "$stack" -p 12 -f data,count
  is "$format, safe: no picture" "$out" ""
  says "$format, safe: says so" "there is nothing to draw: SAFE"
  cp picture.$format kept.$format
  expect 0 "$format, safe, to a file" phaselock explain --format $format "$stack" -p 12 -f data,count -o kept.$format
  says "$format, safe, to a file: says so" "there is nothing to draw: SAFE"
  ok "$format, safe, to a file: it is left alone" cmp picture.$format kept.$format
  expect 5 "$format, unknown, to a file" phaselock explain -e bdd --memory 0.001 --format $format "$stack" -p 1 -f count -o kept.$format
  ok "$format, unknown, to a file: it is left alone" cmp picture.$format kept.$format
  expect 0 "$format, safe, to a new file" phaselock explain --format $format "$stack" -p 12 -f data,count -o new.$format
  ok "$format, safe, to a new file: there is none" test ! -e new.$format
  sed '3s/[>;]//' picture.$format >broken.$format
  ok "$format: what is broken is noticed" bash -c '! "$@"' - "$markup" $format broken.$format
done
is "svg: the pattern is joined" "$(grep -c '<path class="pattern"' picture.svg)" 1
# Every line of the pattern runs along a gutter or along a row: never across a text.
is "svg: down and across, never slanted" \
  "$(sed -n 's/.*class="pattern" d="\([^"]*\)".*/\1/p' picture.svg | tr -d '0-9.' )" "M VHVHHV"
is "svg: each lock bar has its name" "$(grep -c 'class="name">s<' picture.svg)" 3
is "svg: a dot for each of its steps" "$(grep -c '<circle' picture.svg)" 4
is "svg: a bar for each lock held" "$(grep -c 'class="lock"' picture.svg)" 3
is "svg: a bracket for each unit" "$(grep -c 'class="unit"' picture.svg)" 2
is "mermaid: switches" "$(grep -c -- '->>' picture.mermaid)" 2
if command -v xmllint >/dev/null; then
  for file in picture unfolded hostile three wide; do ok "xmllint: $file" xmllint --noout $file.svg; done
fi
if command -v dot >/dev/null; then
  for file in picture unfolded hostile three wide; do ok "dot: $file" dot -Tsvg -o /dev/null $file.dot; done
  # Time runs downwards: the rows as Graphviz lays them out, from top to bottom.
  for file in picture three; do
    dot -Tplain $file.dot | awk '$1 == "node" && $2 ~ /^s/ { print -$4, substr ($2, 2) }' |
      sort -n -k1,1 | awk '{ print $2 }' >rows.txt
    ok "dot: $file: later steps are further down" sort -n -c rows.txt
  done
fi

# ---- JSON. ----
expect 10 "json" phaselock explain --format json "$stack" -p 12 -f count,data
is "json: one line" "$(wc -l <"$scratch/stdout")" 1
cp "$scratch/stdout" record.json
says "json: because" '"because":"Consumer[0] holds no lock from step 6 to step 19 that Producer needs at steps 13 and 14: it releases '"'s'"' at step 8."'
says "json: repair" '"repair":{"lock":"s","process":"Consumer[0]","body":"pop","safe":true,"lines":[54,62],"source":"Stack.java","source_lines":[51,54],"text":"Holding '
expect 0 "json: its witness replays" phaselock replay "$stack" record.json
expect 0 "json, safe" phaselock explain --format json "$stack" -p 12 -f data,count
says "json, safe: a record" '"verdict":"safe"'
says "json, safe: why" '"engine":"antichain","because":"no process reads data and then reads count in one unit, as u has to.","ms":'
is "json, safe: no more" "$(grep -cE 'witness|repair' <<<"$out")" 0

# The change that is proposed, made by hand, makes the query safe.
sed -e '54s/call empty/sync s { call empty/' -e '62s/}/} }/' "$stack" >repaired.eml
expect 0 "the repair, by hand" phaselock check -q -p 12 -f count,data repaired.eml
# The lock that is held for a part of the time: a change of a body that both run.
printf '%s\n' 'field a; lock l;' 'process T[2] {' '  unit {' '    sync l {' '      read a;' '    }' '    write a;' '  }' '}' >textbook.eml
expect 10 "held too short" phaselock explain textbook.eml -p 1 -f a
says "held too short: what would have helped" "Holding 'l' in T (textbook.eml:4-7) would have prevented it: the query is then
  safe."
sed -e '4s/sync/sync l { sync/' -e '7s/$/ }/' textbook.eml >textbook-fixed.eml
expect 0 "held too short, by hand" phaselock check -q -p 1 -f a textbook-fixed.eml
printf '%s\n' 'field a; lock l;' 'proc p { unit { sync l { read a; } write a; } }' 'process T1 { call p; }' 'process T2[2] { call p; }' >shared.eml
expect 10 "held too short in a procedure" phaselock explain shared.eml -p 1 -f a
says "held too short in a procedure: there" "Holding 'l' in p (shared.eml:2) would have prevented it: the query is then safe."
# A lock that both take elsewhere.
printf '%s\n' 'field z; lock k, m;' 'proc wr { sync m { skip; } }' 'process Q[3] { call wr; unit { write z; read z; } }' >elsewhere.eml
expect 10 "taken elsewhere" phaselock explain elsewhere.eml -p 4 -f z
says "taken elsewhere: that one" "Holding 'm' in Q (elsewhere.eml:3) would have prevented it: the query is then
  safe."
# In the bodies of both.
printf '%s\n' 'field a; lock l;' 'process P { unit { sync l { read a; } write a; } }' 'process Q { sync l { skip; } unit { write a; } }' >two.eml
expect 10 "in two places" phaselock explain two.eml -p 1 -f a
says "in two places: both" "Holding 'l' in P (two.eml:2) and in Q (two.eml:3) would have prevented it: the
  query is then safe."
sed -e '2s/unit { /unit { sync l { /' -e '2s/$/ }/' two.eml >one.eml
expect 10 "in two places, by hand, in one" phaselock check -q -p 1 -f a one.eml
sed -e '3s/write a;/sync l { write a; }/' one.eml >both.eml
expect 0 "in two places, by hand, in both" phaselock check -q -p 1 -f a both.eml
expect 10 "in two places, JSON" phaselock explain --format json two.eml -p 1 -f a
says "in two places, JSON: the second" '"lines":[2,2],"also":{"process":"Q","body":"Q","lines":[3,3]},"text":"Holding '
printf '%s\n' 'field a; lock l, m;' 'process P { unit { sync l { read a; } sync m { write a; } } }' \
  'process Q { unit { sync m { read a; } sync l { write a; } } }' >crossed.eml
expect 10 "better in two places than in part" phaselock explain crossed.eml -p 1 -f a
says "better in two places than in part: safe" "Holding 'l' in P (crossed.eml:2) and in Q (crossed.eml:3) would have prevented"
# Where others still do it, that is said.
{ cat crossed.eml; echo 'process R { write a; }'; } >part.eml
expect 10 "in part" phaselock explain part.eml -p 1 -f a
says "in part: says so" "Holding 'l' in P (part.eml:2) would have prevented it with u = P, u' = Q; with
  other processes in these roles it still happens."
sed '2s/sync l { read a; } sync m { write a; }/sync l { sync l { read a; } sync m { write a; } }/' part.eml >parted.eml
expect 0 "in part, by hand" phaselock check -q -p 1 -P P,Q parted.eml
expect 10 "in part, by hand, the other way round" phaselock check -q -p 1 -P Q,P parted.eml
# Where none helps nothing is said.
printf '%s\n' 'field x; lock l;' 'process A { unit { read x; write x; } } process B { write x; } process C { sync l { skip; } }' >none.eml
expect 10 "no repair" phaselock explain none.eml -p 1 -f x
says "no repair: why" "Because: B needs no lock at step 3.  Replayed: yes."
is "no repair: and nothing else" "$(grep -c Holding <<<"$out")" 0

# ---- In check: one timeline for each cause (tests/cli/causes.sh). ----
expect 10 "check, short" phaselock check -q -a strict "$models/account.eml"
is "check, short: a line each" "$(grep -c '^VIOLATION' <<<"$out")" 18

# ---- -o. ----
expect 10 "check -o" phaselock check -q -o result.txt "$stack"
is "check -o: nothing on standard output" "$out" ""
ok "check -o: the findings" grep -q '^VIOLATION  pattern 12' result.txt
expect 10 "check -o, records" phaselock check --format jsonl -o result.jsonl "$stack"
is "check -o, records: all" "$(wc -l <result.jsonl)" 67
expect 10 "explain -o" phaselock explain -o result.txt "$stack" -p 1 -f count
ok "explain -o: replaced" grep -q '^Because' result.txt
expect 10 "-o -" phaselock explain -o - "$stack" -p 1 -f count
says "-o -: standard output" "Because"
expect 4 "check -o, no such folder" phaselock check -o no/such "$stack"
says "check -o, no such folder: says why" "no/such: error: cannot write: No such file or directory"
expect 4 "explain -o, no such folder" phaselock explain -o no/such "$stack" -p 1 -f count
if [ -w /dev/full ]; then
  for format in text jsonl sarif; do
    expect 4 "check -o on a full disk, $format" phaselock check --format $format -o /dev/full "$stack"
    says "check -o on a full disk, $format: says so" "/dev/full: error: cannot write: No space left on device"
  done
  expect 4 "explain -o on a full disk" phaselock explain -o /dev/full "$stack" -p 1 -f count
fi
ok "nothing is left behind" bash -c '! ls *.phaselock-* 2>/dev/null'
# A process that only starts another one is named apart from those of the pattern.
cat >with.eml <<'END'
field x, y;
process Main { unit { write x; write y; } start A; join A; start B; unit { read x; read y; } }
process A { unit { write x; write y; } }
process B { unit { write x; write y; } }
END
expect 10 "with another process" phaselock explain with.eml -p 9 -f x,y
says "with another process: the headline" "u = B, u' = Main, with A"

printf 'field volatile stop; process P { unit { write stop; } } process Q { read stop; }\n' >volatile.eml
expect 2 "a race on a volatile field" phaselock explain volatile.eml -p race -f stop
says "a race on a volatile field: why not" "'stop' is volatile: no race is asked about it"

done_testing
