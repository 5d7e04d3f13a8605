#!/usr/bin/env bash
# meetings.sh -- races and deadlocks, explained: how they end, why no lock prevented them,
# which would have, what protects from them; in words, records and pictures.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
models=$SOURCE/models/examples
markup=$BUILD/tests/explain/markup
joined () { tr -s ' \n' ' ' <"$scratch/stdout"; }
tells () { # NAME TEXT: in the output, however it is broken into lines
  ok "$1" grep -qF -- "$2" <(joined)
}

# ---- A race: two accesses side by side. ----
expect 10 "race" phaselock explain "$models/workers.eml" -p race -f total
says "race: the headline" "VIOLATION  data race  field total  u = Worker[0], u' = Main"
says "race: both are about to happen" "    | about to        | about to     |                    |
 10*| write total     | read total   | Worker[0]{monitor} |"
is "race: in one line" "$(grep -c '^ *[0-9]*\*' <<<"$out")" 1
tells "race: why" "Because: Worker[0] holds 'monitor' (since step 8) at Main.java:23, and Main holds no lock at Main.java:15: no lock keeps them apart. Replayed: yes."
tells "race: what would have helped" "Holding 'monitor' in Main (Main.java:15, workers.eml:45) would have prevented it: the query is then safe."
sed '45s/read total/sync monitor { read total/; 45s/$/ }/' "$models/workers.eml" >repaired.eml
expect 0 "race: the repair, by hand" phaselock check -q -p race -f total repaired.eml
expect 10 "race: too narrow for columns" env COLUMNS=40 "$PHASELOCK" explain "$models/workers.eml" -p race -f total
is "race: too narrow for columns, a line each" "$(grep -c '^ *1[01]\*|' <<<"$out")" 2
is "race: too narrow for columns, no line is longer" "$(awk 'length > 40' <<<"$out")" ""
printf '%s\n' 'field x; lock a, b;' 'process P { sync a { write x; } }' 'process Q { sync b { sync a { skip; } write x; } }' >two.eml
expect 10 "race with two locks" phaselock explain two.eml -p race -f x
tells "race with two locks: why" "P holds 'a' (since step 4) at two.eml:2:22, and Q holds 'b' (since step 1) at two.eml:3:39: no lock that both hold keeps them apart."
tells "race with two locks: no order is turned round" "Holding 'a' in Q (two.eml:3) would have prevented it: the query is then safe."
printf '%s\n' 'field x; lock m;' 'process P[2] { sync m { skip; } write x; }' >both.eml
expect 10 "race without locks" phaselock explain both.eml -p race -f x
tells "race without locks: why" "neither P[0] nor P[1] holds a lock at both.eml:2:33: nothing keeps them apart."
tells "race without locks: a lock that both know" "Holding 'm' in P (both.eml:2) would have prevented it: the query is then safe."
expect 10 "a flag" phaselock explain "$models/flag.eml" -p race -f ready
tells "a flag: may be volatile" "If ready is only a flag, declare it volatile: its accesses may then happen at any time, and are no race."
expect 10 "a flag, JSON" phaselock explain --format json "$models/flag.eml" -p race -f ready
says "a flag, JSON: the repair" '"repair":{"volatile":"ready","safe":true,"text":"If ready is only a flag'
sed 's/^field page, ready/field page; field volatile ready/' "$models/flag.eml" >volatile.eml
expect 10 "a flag that is volatile: the page still races" phaselock check -q -p race volatile.eml
is "a flag that is volatile: and only that" "$(grep -c 'race  ready' <<<"$out")" 0
# What a repair turns round is said, as for patterns.
printf '%s\n' 'field x; lock a, b;' 'process P { sync a { write x; } }' 'process Q { sync b { write x; } }' \
  'process R { sync a { sync b { skip; } } sync b { sync a { skip; } } }' >orders.eml
expect 10 "a race whose repair makes a cycle" phaselock explain orders.eml -p race -f x
# R takes both locks in both orders, so that a second lock in P or in Q, outside or inside of
# the first, always makes a cycle with it.
tells "a race whose repair makes a cycle: it is said" "Holding 'a' in Q (orders.eml:3) would have prevented it: the query is then safe. But then 'a' and 'b' are taken in both orders: R takes 'b' while it holds 'a', Q takes 'a' while it holds 'b'."
sed '3s/write x;/sync a { write x; }/' orders.eml >repaired.eml
expect 0 "a race whose repair makes a cycle: before it there is no deadlock" phaselock check -q -p deadlock orders.eml
expect 10 "a race whose repair makes a cycle: there is one with it" phaselock check -q -p deadlock repaired.eml
expect 0 "a race whose repair makes a cycle: and no race" phaselock check -q -p race repaired.eml
expect 10 "a race whose repair makes a cycle, JSON" phaselock explain --format json orders.eml -p race -f x
says "a race whose repair makes a cycle, JSON: the cycle" '"cycle":[{"process":"R","holds":"a","takes":"b"},{"process":"Q","holds":"b","takes":"a"}]'

# ---- A deadlock: who waits for whom. ----
expect 10 "deadlock" phaselock explain "$models/philosophers.eml" -p deadlock
says "deadlock: the headline" "VIOLATION  deadlock  Kant, Hegel, Marx  6 steps, 2 switches"
says "deadlock: all wait in one line" "  4*| waits for f2 | waits for f3 | waits for f1 |"
tells "deadlock: why" "Because: Kant took 'f1' at step 3 (Table.java:11) and waits at Table.java:12 for 'f2', which Hegel holds; Hegel took 'f2' at step 1 (Table.java:11) and waits at Table.java:12 for 'f3', which Marx holds; Marx took 'f3' at step 2 (Table.java:11) and waits at Table.java:12 for 'f1', which Kant holds."
tells "deadlock: what would have helped" "Taking 'f1' before 'f3' in Marx (Table.java:11-12, philosophers.eml:52-54) would have prevented it: the query is then safe."
sed -E '52s/sync f3/sync f1 { sync f3/; 54s/$/ }/' "$models/philosophers.eml" >repaired.eml
expect 0 "deadlock: the repair, by hand" phaselock check -q -p deadlock repaired.eml
expect 10 "deadlock, JSON" phaselock explain --format json "$models/philosophers.eml" -p deadlock
says "deadlock, JSON: the circle" '"processes":["Kant","Hegel","Marx"],"locks":["f2","f3","f1"]'
says "deadlock, JSON: the repair" '"repair":{"lock":"f1","before":"f3","process":"Marx","body":"Marx","safe":true,"lines":[52,54]'
cp "$scratch/stdout" record.json
expect 0 "deadlock, JSON: replayed" phaselock replay "$models/philosophers.eml" record.json
# Two circles: to mend one is not to mend the other, and that is said.
printf '%s\n' 'field x; lock a, b, c, d;' 'process P { sync a { sync b { skip; } } }' 'process Q { sync b { sync a { skip; } } }' \
  'process R { sync c { sync d { skip; } } }' 'process S { sync d { sync c { skip; } } }' >circles.eml
expect 10 "one of two circles" phaselock explain circles.eml -p deadlock
tells "one of two circles: for these alone" "Taking 'a' before 'b' in Q (circles.eml:3) would have prevented it for P and Q; other processes can still wait in a circle."
# In a procedure: the lock is taken by one body, awaited in another.
printf '%s\n' 'field x; lock a, b;' 'proc inner { sync a { write x; } }' 'process P { sync a { sync b { skip; } } }' \
  'process Q { sync b { call inner; } }' >calls.eml
expect 10 "awaited in a procedure" phaselock explain calls.eml -p deadlock
tells "awaited in a procedure: the change is where the first lock is taken" "Taking 'a' before 'b' in Q (calls.eml:4) would have prevented it: the query is then safe."
# From one `lock' to the next nothing can be put around, as the locks would not nest; but
# around the whole body the lock can be put.
printf '%s\n' 'field x; lock a, b;' 'process P[2] { choose { lock a; lock b; unlock b; unlock a; } or { lock b; lock a; unlock a; unlock b; } }' >plain.eml
expect 10 "lock and unlock" phaselock explain plain.eml -p deadlock
tells "lock and unlock: who waits" "waits at plain.eml:2:"
tells "lock and unlock: the whole body" "Taking 'a' before 'b' in P (plain.eml:2) would have prevented it: the query is then safe."
sed '2s/{ choose/{ sync a { choose/; 2s/$/ }/' plain.eml >repaired.eml
expect 0 "lock and unlock: the repair, by hand" phaselock check -q -p deadlock repaired.eml

# ---- Pictures. ----
cat >hostile.eml <<'END'
field "<b>&\"'\\"; lock "l;#%`--|end", "-->";
process "P]>" { sync "-->" { sync "l;#%`--|end" { write "<b>&\"'\\"; } } }
process "Q, \\n" { sync "l;#%`--|end" { sync "-->" { skip; } } read "<b>&\"'\\"; }
END
for format in svg dot mermaid; do
  expect 10 "$format, race" phaselock explain --format $format "$models/workers.eml" -p race -f total -o race.$format
  ok "$format, race: well formed" "$markup" $format race.$format
  expect 10 "$format, deadlock" phaselock explain --format $format "$models/philosophers.eml" -p deadlock -o deadlock.$format
  ok "$format, deadlock: well formed" "$markup" $format deadlock.$format
  expect 10 "$format, hostile race" phaselock explain --format $format hostile.eml -p race -o hostile-race.$format
  ok "$format, hostile race: well formed" "$markup" $format hostile-race.$format
  expect 10 "$format, hostile deadlock" phaselock explain --format $format hostile.eml -p deadlock -o hostile.$format
  ok "$format, hostile deadlock: well formed" "$markup" $format hostile.$format
done
# Both dots of a race are at one height, joined below; a ring has an arrow for each of its nodes.
is "svg: a race has its dots at one height" "$(grep -o '<circle cx="[0-9.]*" cy="[0-9.]*"' race.svg | cut -d'"' -f4 | sort -u | wc -l)" 1
is "svg: a race is no circle" "$(grep -c 'class="ring"' race.svg)" 0
is "svg: the circle" "$(grep -c 'class="process"' deadlock.svg)/$(grep -c 'class="awaited"' deadlock.svg)/$(grep -c 'class="ring"' deadlock.svg)/$(grep -c 'class="tip"' deadlock.svg)" 3/3/6/6
is "svg: the circle is not cut off" "$(awk -F'"' '/^<svg/ { width = $4 } /class="(process|awaited)"/ && ($2 < 0 || $2 + $6 > width)' deadlock.svg)" ""
is "svg: the circle is in the middle" "$(awk -F'"' '/^<svg/ { width = $4 }
  /class="(process|awaited)"/ { if (!n++ || $2 < left) left = $2; if ($2 + $6 > right) right = $2 + $6 }
  END { off = left + right - width; print n, (off > -20 && off < 20 ? "middle" : off) }' deadlock.svg)" "6 middle"
is "dot: who waits for whom" "$(sed -nE 's/^  (s[0-9]+ -> s[0-9]+) \[color=red.*label="(.*)"\];/\1 \2/p' deadlock.dot)" \
  "s3 -> s4 f2
s4 -> s5 f3
s5 -> s3 f1"
ok "dot: a race, on one rank" grep -qF 'subgraph meeting { rank=same; s9; s10; }' race.dot
is "mermaid: who waits for whom" "$(sed -n 's/^  \(p.->>p.: waits.*\)/\1/p' deadlock.mermaid)" \
  "p0->>p1: waits for f2
p1->>p2: waits for f3
p2->>p0: waits for f1"
if command -v xmllint >/dev/null; then
  for file in race deadlock hostile hostile-race; do ok "xmllint: $file" xmllint --noout $file.svg; done
fi
# Four lanes stay where they are: each row is below the title of its lane, in the order of the titles.
cat >four.eml <<'END'
class Phil { lock fork; }
object Phil k, m, p, s;
proc eat(Phil l, Phil r) { sync l.fork { sync r.fork { skip; } } }
process K { loop { call eat(k, m); } }
process M { loop { call eat(m, p); } }
process P { loop { call eat(p, s); } }
process S { loop { call eat(s, k); } }
END
expect 10 "dot, four lanes" phaselock explain --format dot four.eml -p deadlock -o four.dot
ok "dot, four lanes: well formed" "$markup" dot four.dot
ok "dot, four lanes: the label has lines" test "$(grep -oE '^  label=.*' four.dot | sed 's/\\n/\n/g' | wc -L)" -le 120
if command -v dot >/dev/null; then
  dot -Tplain four.dot | awk '
    FNR == NR { if ($1 ~ /^s[0-9]+$/ && match ($2, /lane[0-9]+/)) lane[$1] = substr ($2, RSTART, RLENGTH); next }
    $1 == "node" { x[$2] = $3 }
    END { for (s in lane) if (x[s] - x[lane[s]] > 0.05 || x[lane[s]] - x[s] > 0.05) print s " is not below " lane[s]
          for (t = 1; t < 4; t++) if (x["lane" t] <= x["lane" (t - 1)]) print "lane" t " is out of order" }' four.dot - >off.txt
  is "dot, four lanes: rows are below their titles" "$(cat off.txt)" ""
  ok "dot, four lanes: twelve rows were looked at" test "$(grep -cE '^  s[0-9]+ \[group=lane' four.dot)" = 12
fi
if command -v dot >/dev/null; then
  for file in race deadlock hostile hostile-race; do ok "dot: $file" dot -Tsvg -o /dev/null $file.dot; done
fi

# ---- Safe, and why. ----
because () { # NAME EXPECTED MODEL OPTION...
  local name=$1 expected=$2
  shift 2
  expect 0 "$name" phaselock explain "$@"
  is "$name: why" "$(tail -n +2 "$scratch/stdout" | tr -s ' \n' ' ' | sed 's/ $//')" "Because: $expected"
}
printf '%s\n' 'field x, y; lock m;' 'process P { read x; write y; }' 'process Q { read x; sync m { skip; } }' >few.eml
because "nobody writes" "no process writes x." few.eml -p race -f x
because "one process alone" "no two different processes access y, one of them to write." few.eml -p race -f y
printf '%s\n' 'field x; lock m, k;' 'process P { sync m { write x; } }' 'process Q { sync k { sync m { read x; } } }' >held.eml
because "a lock that both hold" "P holds 'm' (acquired at held.eml:2:13) wherever it writes x, and Q holds it (acquired at held.eml:3:22) wherever it accesses x." held.eml -p race -f x
sed '3s/sync m { read x; }/read x;/' held.eml >unheld.eml
expect 10 "a lock that both hold: without it" phaselock check -q -p race unheld.eml
printf '%s\n' 'field x; lock a, b;' 'process P { sync a { sync b { write x; } } }' 'process Q { choose { sync a { read x; } } or { sync b { read x; } } }' >either.eml
because "one lock or the other" "'a' and 'b' together prevent it, and without either one some interleaving would match." either.eml -p race -f x
because "starts and joins" "starts and joins keep the accesses apart: without any lock it is safe, too." "$models/flag-fixed.eml" -p race -f page
because "locks, beside starts and joins" "with u = Worker[0], u' = Worker[1], Worker[0] holds 'monitor' (acquired at Main.java:22) wherever it writes total, and Worker[1] holds it (acquired at Main.java:22) wherever it accesses total. That leaves 2 choices of processes; for all choices, beside starts and joins, 'monitor' alone prevents it, and without it some interleaving would match." \
  "$models/workers-fixed.eml" -p race -f total
because "no lock in a lock" "no process takes a lock while it holds another one." "$models/queue.eml" -p deadlock
because "one order" "whoever holds several locks has taken them in one order: 'f1', 'f2', 'f3'." "$models/philosophers-fixed.eml" -p deadlock
printf '%s\n' 'field x; lock a, b, g;' 'process P { sync g { sync a { sync b { skip; } } } }' 'process Q { sync g { sync b { sync a { skip; } } } }' >gate.eml
because "a gate" "P would hold 'a' and wait for 'b', Q would hold 'b' and wait for 'a'; but P and Q would both hold 'g', too." gate.eml -p deadlock
sed '3s/sync g/choose/' gate.eml >open.eml
expect 10 "a gate: without it" phaselock check -q -p deadlock open.eml
sed 's/lock a, b, g/lock a, b, g, h/; 2s/$/ process R { sync g { sync b { sync h { skip; } } sync h { sync b { skip; } } } }/' gate.eml >gates.eml
expect 0 "two gates" phaselock explain gates.eml -p deadlock
printf '%s\n' 'field x; lock a, b;' 'process P { start Q; join Q; sync a { sync b { skip; } } }' 'process Q { sync b { sync a { skip; } } }' >apart.eml
because "never together" "P would hold 'a' and wait for 'b', Q would hold 'b' and wait for 'a'; but they never get that far together." apart.eml -p deadlock
printf '%s\n' 'field x; lock a, b;' 'process P { sync a { sync b { skip; } } sync b { sync a { skip; } } }' 'process Q { read x; }' >alone.eml
because "one process alone, both orders" "locks are taken in different orders, but not by different processes that could wait for each other." alone.eml -p deadlock
expect 0 "safe, JSON" phaselock explain --format json gate.eml -p deadlock
says "safe, JSON: why" "\"because\":\"P would hold 'a' and wait for 'b'"

# ---- Elsewhere. ----
expect 10 "check, short" phaselock check -q "$models/philosophers.eml"
says "check, short: a line" "VIOLATION  deadlock  Kant awaits f2, Hegel awaits f3, Marx awaits f1"
expect 10 "SARIF" phaselock check --format sarif -p race,deadlock "$models/philosophers.eml" "$models/workers.eml"
says "SARIF: the message has the reason and the repair" "Because Kant took 'f1' at step 3 (Table.java:11) and waits at Table.java:12 for 'f2', which Hegel holds;"
says "SARIF: and the repair" "Taking 'f1' before 'f3' in Marx (Table.java:11-12, philosophers.eml:52-54) would have prevented it"
says "SARIF: the rules" '"id":"race"'
for jobs in 1 3; do
  phaselock check -j $jobs --witness --format jsonl -p race,deadlock "$models" 2>/dev/null |
    sed -nE 's/.*"id":"([0-9a-f]+)".*"repair":(\{[^}]*\}).*/\1 \2/p' >repairs-$jobs
done
ok "-j: the same repairs" cmp repairs-1 repairs-3
phaselock check --witness --format jsonl -p race,deadlock "$models" 2>/dev/null |
  sed -nE 's/.*"model":"([^"]*)".*"question":"([a-z]*)","fields":\[(.*)\],"automata".*"repair":\{("[a-z]*":"[^"]*").*/\1 \2 \3 \4/p' >repairs
is "-j: as many" "$(wc -l <repairs-1)" "$(wc -l <repairs)"
is "the repairs of all examples" "$(tr -d '"' <repairs)" "cache.eml race data lock:a
dcl.eml race helper lock:m
dcl.eml race value lock:m
flag.eml race page volatile:page
flag.eml race ready volatile:ready
mailbox.eml race full lock:box
philosophers.eml deadlock  lock:f1
workers.eml race total lock:monitor
workers.eml race done lock:monitor"
expect 0 "their texts" phaselock patterns -p race,deadlock --explain
says "their texts: a race" "Two processes are about to access the field at the same time"
says "their texts: a deadlock" "Processes wait in a circle, each for a lock that the next one holds."
expect 0 "listed by name" phaselock patterns -p 1,deadlock
is "listed by name: both" "$(awk '{ print $1 }' <<<"$out" | tr '\n' ' ')" "1 deadlock "
done_testing
