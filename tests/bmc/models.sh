#!/usr/bin/env bash
# models.sh -- what -e bmc finds in the models that ship, its options and its limits.
. "$SOURCE/tests/lib/tap.sh"
. "$SOURCE/tests/lib/doc.sh"
cd "$SOURCE" || exit 1

# The violations of a model in one line: "race:page assert:27".
violations ()
{
  "$PHASELOCK" check -q --format jsonl "$@" 2>/dev/null | python3 -c '
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    if r.get("verdict") == "violation":
        at = r["at"].split(":")[-2] if "at" in r else ",".join(r["fields"])
        print(r["question"] + ":" + at, end=" ")'
}

is "counter: the assertion" "$(violations -e bmc --depth 12 -p assert,deadlock models/data/counter.eml)" "assert:32 "
is "lazy: the race and the assertion" \
  "$(violations -e bmc --depth 10 -p race,assert models/data/lazy.eml)" "race:value assert:30 "
is "peterson: the same, without locks" \
  "$(violations -e bmc --depth 9 -p race,assert:23 models/data/peterson.eml)" "race:shared assert:23 "
is "ring: an access predicate" \
  "$(violations -e bmc --depth 8 -p exclusive models/data/ring.eml)" "exclusive:bus "
is "the same, all together" \
  "$(violations -e bmc --depth 20 --without lazy -p exclusive models/data/ring.eml)" "exclusive:bus "
is "a deadlock without data" \
  "$(violations -e bmc --depth 8 -p deadlock models/examples/philosophers.eml)" "deadlock: "
is "a pattern without data" \
  "$(violations -e bmc --depth 20 -p 12 -f count,data models/examples/stack.eml)" "pattern:count,data "

"$PHASELOCK" check -q -p assert models/bmc/factors.eml >"$scratch/factors" 2>&1
is "values that only a solver finds" "$(tail -n 1 "$scratch/factors")" "VIOLATION  assert:12:26  u = Check"
"$PHASELOCK" check --explain all -p assert models/bmc/factors.eml >"$scratch/factors" 2>&1
ok "and they are told" grep -q "write a = 893\|write a = 977" "$scratch/factors"

for way in "" "--without lazy"; do
  is "a race of the processes that -P names ${way:-as usual}" \
    "$("$PHASELOCK" check -q -e bmc $way --depth 20 -p race -f total -P 'Worker[1],Main' models/examples/workers.eml \
       | grep -o 'u = .*')" "u = Worker[1], u' = Main"
done
cat >"$scratch/circle.eml" <<'END'
lock k, l;
process A { sync k { sync l { } } }
process B { sync l { sync k { } } }
process C { sync k { } }
END
is "a circle of others is none of C" \
  "$("$PHASELOCK" check -q --format jsonl -e bmc -p deadlock -P C "$scratch/circle.eml" \
     | grep -c '"verdict":"violation"')" 0
is "... but of A" "$(violations -e bmc -p deadlock -P A "$scratch/circle.eml")" "deadlock: "

for way in "" "--without contexts" "--with balance"; do
  is "what is known at a place is what all ways there say ${way:-as usual}" \
    "$(violations -e bmc $way -p assert tests/bmc/known.eml)" \
    "assert:14 assert:19 assert:24 assert:29 assert:35 "
done
echo 'process P { int i = 0; i = i + 1; assert (i == 0); }' >"$scratch/alone.eml"
is "what happens where nobody needs the token is asked for, too" \
  "$(violations -e bmc -p assert "$scratch/alone.eml")" "assert:1 "
is "a loop that counts ends when it has counted" \
  "$("$PHASELOCK" check -q --stats -e bmc -p race tests/bmc/known.eml 2>&1 | grep -o 'at most [0-9]* steps')" \
  "at most 53 steps"

for way in "" "--without transactions" "--without lazy"; do
  is "others run before a block that begins with a protected write ${way:-as usual}" \
    "$(violations -e bmc $way -p assert tests/bmc/block.eml)" "assert:14 "
  is "two processes begin with a write of their own ${way:-as usual}" \
    "$(violations -e bmc $way -p assert tests/bmc/first.eml)" "assert:11 "
  is "a block ends with a local step ${way:-as usual}" \
    "$(violations -e bmc $way -p assert tests/bmc/ends.eml)" "assert:12 "
  is "the first step of a block that never ends races, no other ${way:-as usual}" \
    "$(violations -e bmc $way -p race tests/bmc/tests.eml)" "race:x "
done

for way in "--without csr" "--without contexts" "--with balance" "--with balance --without lazy,csr"; do
  is "two assertions in loops, $way" \
    "$(violations -e bmc $way --depth 40 -p assert:23 models/data/peterson.eml)" "assert:23 "
done
clauses () # OPTIONS...
{
  "$PHASELOCK" check -q --stats --format jsonl -e bmc --depth 16 -p deadlock "$@" models/data/filesystem-fixed.eml \
    | grep -o '"clauses":[0-9]*' | cut -d: -f2
}
usual=$(clauses)
ok "csr makes an instance smaller" test "$usual" -lt "$(clauses --without csr)"
ok "contexts do" test "$usual" -lt "$(clauses --without contexts)"
ok "balance does, in this model" test "$(clauses --with balance)" -lt "$usual"

"$PHASELOCK" check -q --stats --witness --format jsonl tests/bmc/key.eml >"$scratch/key"
is "suspicions that need values are confirmed by one call: no engine that knows data is asked" \
  "$(python3 -c '
import json, sys
for line in open(sys.argv[1]):
    r = json.loads(line)
    if r["verdict"] != "safe":
        print(r["question"], *r["fields"], r["verdict"], r["stats"]["why"])' "$scratch/key")" \
  "pattern z violation tiny
race x violation tiny
race t violation tiny
race z violation tiny
deadlock violation tiny"
is "... and the values are told" "$(grep -c '"object":"key","value":[1-9]' "$scratch/key")" 4
is "only auto does that" \
  "$("$PHASELOCK" check -q --format jsonl -e antichain -p deadlock tests/bmc/key.eml | grep -o '"reason":"[a-z]*"')" \
  '"reason":"data"'

check="$PHASELOCK check --all-races -p race tests/bmc/races.eml"
$check -e bmc -q >"$scratch/races"
tap_result $(($? != 10)) "all races of a field: the status"
is "... a line for each pair of statements" "$(tail -n +2 "$scratch/races" | sed 's/.*  //' | sort)" \
  "write at races.eml:14:12 by Q, read at races.eml:10:3 by P
write at races.eml:14:12 by Q, read at races.eml:8:7 by P
write at races.eml:9:12 by P, read at races.eml:15:7 by Q"
is "... together, too" "$($check -e bmc -q --without lazy | tail -n +2 | sort)" \
  "$(tail -n +2 "$scratch/races" | sort)"
is "... in the text" "$($check -e bmc --explain none --stats | grep -c '^  write at\|3 pairs of statements\|; 3 races;')" 5
is "... in a record, each with its interleaving" \
  "$($check -e bmc --witness --format jsonl | python3 -c '
import json, sys
for line in sys.stdin:
    races = json.loads(line)["races"]
    print(len(races), all(r["witness"][-2:] == r["accesses"] and r["initial"] for r in races))')" "3 True"
is "... and whether these are all" \
  "$(for depth in 6 60; do $check -e bmc --depth $depth --format jsonl; $check -e bmc --depth $depth; done \
     | grep -o '"all_races":[a-z]*\|at depth [0-9]*, and there may be others' | paste -sd,)" \
  '"all_races":false,at depth 6, and there may be others,"all_races":true'
is "... of several models, too" \
  "$("$PHASELOCK" check -e bmc --all-races -p race tests/bmc/races.eml tests/bmc/tests.eml | grep -c '^  write at')" 4
"$PHASELOCK" check -q --all-races -e bmc --depth 12 -p race models/data/counter-fixed.eml >"$scratch/races"
tap_result $(($? != 5)) "... of fields for which no pair of statements comes into question"
cat >"$scratch/pong.eml" <<'END'
field volatile int(4) turn;
field int x;
process P { assume (turn == 0); turn = 1; assume (turn == 2); turn = 3; assume (turn == 4); turn = 5; x = 1; }
process Q { assume (turn == 1); turn = 2; assume (turn == 3); turn = 4; assume (turn == 5); x = 2; }
END
is "... after many passings of the token, too" \
  "$("$PHASELOCK" check --format jsonl -e bmc --all-races -p race -f x "$scratch/pong.eml" \
     | grep -o '"all_races":[a-z]*\|"verdict":"[a-z]*"' | paste -sd,)" '"verdict":"violation","all_races":true'
is "... in a SARIF log, two of one cause" "$($check -e bmc --format sarif | grep -o '"ruleId":"race"\|"occurrenceCount":[0-9]*' | paste -sd' ')" '"ruleId":"race" "occurrenceCount":2 "ruleId":"race"'
$check >/dev/null 2>&1
tap_result $(($? != 2)) "other engines find one race of a field, and say so"
cat >"$scratch/ordered.eml" <<'END'
field int(4) own = 1; field int(4) x[2]; field bool f;
process P { x[0] = 1; f = true; own = 2; }
process Q { assume (own == 2); x[1] = x[0] + 1; x[0] = x[1]; own = 3; f = false; }
process R { assume (own == 3 && !f); x[1] = 0; own = 4; f = true; own = 5; }
END
is "... a search for all ends where nobody goes deeper, though it is hard to see that there is none" \
  "$("$PHASELOCK" check -e bmc --all-races --stats --format jsonl -p race -f x "$scratch/ordered.eml" \
     | grep -o '"verdict":"[a-z]*"\|"depth":[0-9]*' | paste -sd' ')" '"verdict":"safe" "depth":9'

is "safe, since nobody goes deeper" \
  "$("$PHASELOCK" check -q --format jsonl -e bmc -p race -f a models/bmc/factors.eml | grep -o '"verdict":"[a-z]*"')" \
  '"verdict":"safe"'
is "unknown at the depth" \
  "$("$PHASELOCK" check -q --format jsonl -e bmc --depth 3 -p deadlock models/data/counter-fixed.eml | grep -o '"reason":"[a-z]*"')" \
  '"reason":"bound"'
for format in text jsonl sarif; do
  ok "... which $format has" grep -q '(bound; depth 3)$\|"reason":"bound","depth":3\|(bound; depth 3)"' \
    <("$PHASELOCK" check -q --format $format -e bmc --depth 3 -p deadlock models/data/counter-fixed.eml)
done
ok "... and explain" grep -q "not decided (bound; depth 3)" \
  <("$PHASELOCK" explain -e bmc --depth 3 -p deadlock models/data/counter-fixed.eml)
ok "... and the table of several models" grep -q "unknown (bound; depth 3)" \
  <("$PHASELOCK" check -e bmc --depth 3 -p deadlock models/data/counter-fixed.eml models/data/bank-fixed.eml)
is "... in the statistics, too, and when time runs out" \
  "$("$PHASELOCK" check -q --stats --format jsonl -e bmc --timeout 0.2 -p exclusive models/data/ring-fixed.eml \
     | grep -o '"depth":[1-9]' | wc -l)" 2
cat >"$scratch/loop.eml" <<'END'
field int(8) f;
process P { int(5) i = *; while (i < 5) { i = i + 1; } f = i; }
process Q { assert (f < 21); }
END
deep () # DEPTH
{
  "$PHASELOCK" check --format jsonl -e bmc -p assert --depth "$1" "$scratch/loop.eml" | grep -o '"verdict":"[a-z]*"'
}
is "unknown as long as somebody can go deeper" "$(deep 45)" '"verdict":"unknown"'
is "... and no longer, whatever the depth" "$(deep 46)" '"verdict":"safe"'
for way in "" "-e explicit" "-e ic3"; do
  expect 2 "no depth without bmc: ${way:-auto}" "$PHASELOCK" check $way --depth 3 "$scratch/loop.eml"
done
ok "... and it is said" grep -q -- "--depth needs -e bmc" <<<"$err"
is "time ends it, and the next query is unharmed" \
  "$("$PHASELOCK" check -q --format jsonl -e bmc --timeout 0.2 -p deadlock,assert models/data/ring-fixed.eml \
     | grep -o '"reason":"[a-z]*"' | sort -u)" '"reason":"timeout"'
name="memory ends it, and the next model is unharmed"
plain=$(plain_program) # the malloc of sanitizers does not say what it has given out
if [ -z "$plain" ]; then
  skip "$name" "there is no build without sanitizers"
else
  is "$name" \
    "$("$plain" check -q --format jsonl -e bmc --memory 1 -p exclusive,assert models/data/ring-fixed.eml tests/bmc/first.eml \
       | grep -o '"verdict":"violation"\|"reason":"[a-z]*"' | sort -u | paste -sd' ')" '"reason":"memory" "verdict":"violation"'
fi
expect 130 "a signal ends it" timeout --foreground --preserve-status -s INT 1 "$PHASELOCK" check -q -e bmc -p exclusive models/data/ring-fixed.eml
ok "... and it is said" grep -q "(interrupted; depth [1-9]" <<<"$out"
# Each is replayed; at this depth the number does not depend on the budget.
is "the file system: 18 pairs of statements race within 30 steps" \
  "$("$PHASELOCK" check -q -e bmc --all-races --without lazy --depth 30 -p race models/data/filesystem.eml 2>/dev/null \
     | grep -c '^VIOLATION')" 18
doc_cut "$SOURCE/doc/bmc.md"
doc_commands "$SOURCE"
ok "doc/bmc.md has two commands" test "$doc_count" = 2
done_testing
