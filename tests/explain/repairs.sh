#!/usr/bin/env bash
# repairs.sh -- the repair of a violation is computed once and shown everywhere: the
# same in the records of check, check -j, batch and explain, in SARIF, the pictures
# and the page.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
mkdir models
for model in stack dcl buffer account; do cp "$SOURCE/models/examples/$model.eml" models/; done
models=(models/stack.eml models/dcl.eml models/buffer.eml models/account.eml)

# "ID REPAIR" of each record that has a repair.
repairs () { sed -nE 's/.*"id":"([0-9a-f]+)".*"because":"[^"]*","repair":(\{.*\}),"fingerprint":"[0-9a-f]+","ms":[0-9.]+\}$/\1 \2/p' "$@"; }
all () { sed 's/"ms":[0-9.]*//' "$1"; }

# ---- Records. ----
expect 10 "check --witness" phaselock check -p patterns --witness --format jsonl "${models[@]}"
cp "$scratch/stdout" check.jsonl
repairs check.jsonl >check.repairs
violations=$(grep -c '"verdict":"violation"' check.jsonl)
is "check --witness: every violation here has a repair" "$(wc -l <check.repairs)" "$violations"
ok "check --witness: there are some" test "$violations" -gt 20
ok "check --witness: for all processes, and for those of the violation" bash -c \
  'grep -q "\"safe\":true" check.repairs && grep -q "\"safe\":false" check.repairs'
for jobs in 2 5; do
  expect 10 "check -j $jobs" phaselock check -j $jobs -p patterns --witness --format jsonl "${models[@]}"
  cp "$scratch/stdout" jobs.jsonl
  ok "check -j $jobs: the same records" cmp <(all check.jsonl) <(all jobs.jsonl)
done
for jobs in 1 4; do
  expect 0 "batch -j $jobs" phaselock batch -j $jobs -p patterns --witness -o batch-$jobs.jsonl "${models[@]}"
  ok "batch -j $jobs: the same repairs" cmp check.repairs <(repairs batch-$jobs.jsonl)
done
expect 0 "the last model first" phaselock batch -j 2 -p patterns --witness -o turned.jsonl \
  models/account.eml models/buffer.eml models/dcl.eml models/stack.eml
ok "the last model first: the same repairs" cmp <(sort check.repairs) <(repairs turned.jsonl | sort)

# explain, for each of them: pattern, fields and model are in the record.
while IFS='|' read -r model pattern fields; do
  phaselock explain --format json "$model" -p "$pattern" -f "$fields" >>explain.jsonl
done < <(sed -nE '/"verdict":"violation"/s/.*"model":"([^"]*)".*"pattern":([0-9]+),"fields":\[([^]]*)\].*/\1|\2|\3/p' check.jsonl | tr -d '"')
ok "explain: the same repairs" cmp check.repairs <(repairs explain.jsonl)

# Where it is not shown it is not sought.
expect 10 "without --witness" phaselock check --format jsonl "${models[@]}"
is "without --witness: no repair" "$(grep -c '"repair"' <<<"$out")" 0
expect 0 "batch without --witness" phaselock batch -o plain.jsonl "${models[@]}"
is "batch without --witness: no repair" "$(grep -c '"repair"' plain.jsonl)" 0
expect 10 "-q" phaselock check -q "${models[@]}"
is "-q: no repair" "$(grep -c 'Holding' <<<"$out")" 0
# The page and the text of one run have the same sentences.
expect 10 "text and page" env COLUMNS=1000 "$PHASELOCK" check --explain all --report both.html models/stack.eml
while read -r sentence; do
  ok "text and page: $sentence" grep -qF -- "$sentence" both.html
done < <(grep '^Holding' <<<"$out")
is "text and page: two sentences" "$(grep -c '^Holding' <<<"$out")" 2
# A record that has a repair replays and is read as before.
expect 0 "replay" bash -c 'grep violation check.jsonl | head -1 | "$0" replay models/stack.eml -' "$PHASELOCK"

# ---- The sentence everywhere else. ----
sentence="Holding 's' in pop (Stack.java:51-54, stack.eml:54-62) would have prevented it: the query is then safe."
ok "the record" grep -qF "\"text\":\"$sentence\"" check.repairs
expect 10 "SARIF" phaselock check --format sarif -p 12 models/stack.eml
ok "SARIF: in the message" grep -qF "\"message\":{\"text\":\"inconsistent pair read on fields count,data: u = Consumer[0] in pop, u' = Producer in push. Because Consumer[0] holds no lock from step 6 to step 19 that Producer needs at steps 13 and 14: it releases 's' at step 8. $sentence\"}" "$scratch/stdout"
cp "$scratch/stdout" one.sarif
expect 10 "SARIF, -j" phaselock check -j 3 --format sarif -p 12 models/stack.eml
ok "SARIF, -j: the same bytes" cmp one.sarif "$scratch/stdout"
picture () { phaselock explain --format "$1" models/stack.eml -p 12 -f count,data; }
ok "DOT" grep -qF "$sentence\"" <(picture dot | sed 's/\\n/ /g')
ok "Mermaid" grep -qF "  Note over p0,p1: $sentence" \
  <(picture mermaid | sed "s/#39;/'/g; s/#40;/(/g; s/#41;/)/g; s/#44;/,/g; s/#58;/:/g")
ok "SVG" grep -qF "$sentence" \
  <(picture svg | sed -nE "s/&#39;/'/g; s/.*class=\"repair\"[^>]*>(.*)<\/text>/\1/p" | tr '\n' ' ')
expect 10 "the page" phaselock check -q --report page.html models/stack.eml
ok "the page: the sentence" grep -qF "$sentence" page.html
expect 10 "the page, -j" phaselock check -q -j 2 --report page-j.html models/stack.eml
ok "the page, -j: the sentence" grep -qF "$sentence" page-j.html
expect 0 "the page of saved records" phaselock report batch-1.jsonl -o saved.html
ok "the page of saved records: the sentence" grep -qF "$sentence" saved.html

# ---- Where there is none. ----
printf '%s\n' 'field x; lock l;' 'process A { unit { read x; write x; } } process B { write x; } process C { sync l { skip; } }' >none.eml
expect 10 "none" phaselock check --witness --format jsonl -p 1 none.eml
is "none: no member" "$(grep -c '"repair"' <<<"$out")/$(grep -c '"because"' <<<"$out")" 0/1
for format in dot mermaid svg; do
  expect 10 "none, $format" phaselock explain --format $format none.eml -p 1 -f x
  is "none, $format: no sentence" "$(grep -ci 'would have\|class="repair"' <<<"$out")" 0
done

# ---- The order of locks. ----
update () { echo "unit { sync $1 { read $2; } sync $3 { skip; } sync $1 { write $2; } }"; } # LOCK FIELD OTHER
# R takes b, then a: the lock that comes to mind first is not proposed.
echo "field x; lock a, b; process P { $(update a x b) } process Q { sync a { write x; } }
process R { sync b { sync a { skip; } } }" >other.eml
expect 10 "order: another lock" phaselock check --witness --format jsonl -p 1 other.eml
says "order: another lock is proposed" '"repair":{"lock":"b","process":"P","body":"P","safe":true'
is "order: another lock, no cycle" "$(grep -c '"cycle"\|But' <<<"$out")" 0
sed 's/process R.*//' other.eml >calm.eml
expect 10 "order: without R" phaselock check --witness --format jsonl -p 1 calm.eml
says "order: without R, the first lock" '"repair":{"lock":"a","process":"P","body":"P","safe":true'
# R takes them in both orders, but it is alone.
sed 's/sync a { skip; } }/& sync a { sync b { skip; } }/' other.eml >only.eml
expect 0 "order: R alone is no cycle" phaselock lint only.eml
is "order: R alone, no warning" "$err" ""
but="But then 'a' and 'b' are taken in both orders: P takes 'b' while it holds 'a', R takes 'a' while it holds 'b'."
expect 10 "order: none is better" phaselock check --witness --format jsonl -p 1 only.eml
says "order: the record has the cycle" \
  '"cycle":[{"process":"P","holds":"a","takes":"b"},{"process":"R","holds":"b","takes":"a"}],"text":"Holding'
says "order: and the sentence" "the query is then safe. $but\"}"
expect 10 "order: -j" phaselock check -j 3 --witness --format jsonl -p 1 only.eml
says "order: -j, the same" "the query is then safe. $but\"}"
expect 0 "order: batch" phaselock batch -j 2 -q --witness -p 1 -o order.jsonl only.eml
ok "order: batch, the same" grep -qF "the query is then safe. $but\"}" order.jsonl
expect 10 "order: text" env COLUMNS=1000 "$PHASELOCK" check -p 1 only.eml
says "order: text" "the query is then safe. $but"
expect 10 "order: SARIF" phaselock check --format sarif -p 1 only.eml
says "order: SARIF" "the query is then safe. $but\""
expect 10 "order: page" phaselock check -q --report order.html -p 1 only.eml
ok "order: page" grep -qF "the query is then safe. $but" order.html
ok "order: DOT" grep -qF "$but" <(phaselock explain --format dot -p 1 -f x only.eml | sed 's/\\n/ /g')
# A cycle that is there already is nobody's fault.
sed 's/$/ process S { sync a { sync b { skip; } } }/; 1s/ process S.*//' other.eml >known.eml
expect 0 "order: a known cycle" phaselock lint -q known.eml
is "order: a known cycle is warned of" "$(grep -c '\[lock-order\]' <<<"$err")" 1
expect 10 "order: a known cycle" phaselock check --witness --format jsonl -p 1 known.eml
says "order: a known cycle: the first lock" '"repair":{"lock":"a","process":"P","body":"P","safe":true'
is "order: a known cycle: is not said again" "$(grep -c '"cycle"\|But' <<<"$out")" 0
# Two proposals, each right alone.
echo "field x, y; lock a, b; process P { $(update a x b) }
process Q { $(update b y a) }
process R { sync a { write x; } } process S { sync b { write y; } }" >two.eml
expect 10 "order: two, records" phaselock check --witness --format jsonl -p 1 two.eml
is "order: two, records: each for itself" \
  "$(grep -oE "Holding '.' in . \(two.eml:[0-9]\) would" <<<"$out" | tr '\n' ';')" \
  "Holding 'a' in P (two.eml:1) would;Holding 'b' in Q (two.eml:2) would;"
for jobs in 1 3; do
  expect 10 "order: two, text, -j $jobs" env COLUMNS=1000 "$PHASELOCK" check -j $jobs -p 1 two.eml
  is "order: two, text, -j $jobs: they go together" "$(grep '^Holding' <<<"$out")" \
    "Holding 'a' in P (two.eml:1) would have prevented it: the query is then safe.
Holding 'a' in Q (two.eml:2) and in S (two.eml:3) would have prevented it: the query is then safe."
done
# W alone has reasons against every other lock.
sed 's/sync a { skip; } sync b { write y/sync a { skip; } sync c { skip; } sync b { write y/
     s/lock a, b/lock a, b, c/' two.eml >never.eml
echo 'process W { sync c { sync a { skip; } } sync b { sync c { skip; } } }' >>never.eml
expect 10 "order: never together" env COLUMNS=1000 "$PHASELOCK" check -p 1 never.eml
is "order: never together: says so" "$(grep '^Holding' <<<"$out")" \
  "Holding 'a' in P (never.eml:1) would have prevented it: the query is then safe.
Holding 'b' in Q (never.eml:2) would have prevented it: the query is then safe. But together with the repairs above 'b' and 'a' are taken in both orders: Q takes 'a' while it holds 'b', P takes 'b' while it holds 'a'."

# ---- Objects: what is written once changes for all of them. ----
cat >stacks.eml <<'END'
class Stack {
  field count, data;
  lock s;
  proc push { sync s { unit this { read count; write data; write count; } } }
  proc empty { sync s { unit this { read count; } } }
  proc pop { unit this { call empty; sync s { read data; write count; } } }
}
object Stack left, right;
proc drain(Stack from, Stack to) { while (*) { call from.pop; call to.push; } }
process Producer { while (*) { call left.push; } }
process Mover[2] { call drain(left, right); }
process Consumer { while (*) { call right.pop; } }
END
for side in left right; do
  expect 10 "objects: $side" env COLUMNS=1000 "$PHASELOCK" explain stacks.eml -p 1 -f $side.count
  is "objects: $side: each with its own lock" "$(grep '^Holding' <<<"$out")" \
    "Holding '$side.s' in $side.pop (stacks.eml:6), and likewise for other objects, would have prevented it: the query is then safe."
done
# Each transfer with the lock of its first account: a deadlock.  All of them with one lock: none.
expect 10 "objects: the bank" env COLUMNS=1000 "$PHASELOCK" explain "$SOURCE/models/examples/bank.eml" \
  -p 9 -f savings.balance,giro.balance
says "objects: the bank: the same lock for all" \
  "Holding 'savings.monitor' in transfer(savings, giro) (Bank.java:21-22, bank.eml:66-67), whichever objects it is called for, would have prevented it: the query is then safe."
expect 10 "objects: the record" phaselock explain --format json "$SOURCE/models/examples/bank.eml" \
  -p 9 -f savings.balance,giro.balance
says "objects: the record says so" '"lock":"savings.monitor","for_all":true,'
# A lock of neither object of the call is one lock for all calls.
cat >four.eml <<'END'
field x;
class Phil { lock fork; }
object Phil k, m, p, s;
proc eat(Phil l, Phil r) { sync l.fork { sync r.fork { unit { read x; write x; } } } }
process K { loop { call eat(k, m); } }
process P { loop { call eat(p, s); } }
END
expect 10 "objects: of neither" env COLUMNS=1000 "$PHASELOCK" explain four.eml -p race -f x
is "objects: of neither: the same lock for all" "$(grep '^Holding' <<<"$out")" \
  "Holding 'k.fork' in eat(p, s) (four.eml:4), whichever objects it is called for, would have prevented it: the query is then safe."
expect 10 "objects: of neither, the record" phaselock explain --format json four.eml -p race -f x
says "objects: of neither, the record says so" '"lock":"k.fork","for_all":true,'
# A parameter hides b.m, which so cannot be written in p: there it would mean a.m.
cat >hidden.eml <<'END'
class A { field x; lock m; proc p(A b) { unit { read b.x; write b.x; } } }
object A b, a;
process P { call a.p(a); }
process Q { sync b.m { sync a.m { unit { write a.x; } } } }
END
expect 10 "objects: hidden" env COLUMNS=1000 "$PHASELOCK" explain hidden.eml -p 1 -f a.x
is "objects: hidden: the lock that is meant" "$(grep -o "^Holding '[a-z.]*' in [^ ]*" <<<"$out")" \
  "Holding 'a.m' in a.p(a)"

# ---- Pictures of long runs. ----
# Locks taken in rows that are left out: Mermaid refuses to end what has not begun.
{ echo 'field x; lock l, m; process A { unit { read x;'
  for _ in {1..12}; do echo 'sync m { skip; }'; done
  echo 'sync l {'
  for _ in {1..12}; do echo 'sync m { skip; }'; done
  echo '} write x; } } process B { sync l { skip; } write x; }'; } >long.eml
expect 10 "a long run" phaselock explain --format mermaid long.eml -p 1 -f x
says "a long run: rows are left out" "..."
is "a long run: nothing ends that has not begun" \
  "$(awk '$1 == "activate" { open[$2]++ } $1 == "deactivate" && --open[$2] < 0 { print }' <<<"$out")" ""
done_testing
