#!/usr/bin/env bash
# models.sh -- what -e ic3 finds and proves in the models that ship, and in those of rules/, one for
# each rule of blocks.h; its options, its limits, and how auto uses it.
. "$SOURCE/tests/lib/tap.sh"
. "$SOURCE/tests/lib/doc.sh"
cd "$SOURCE" || exit 1

# Everything that is not safe, in one line: "race:page assert:27", with ? if it is unknown.
answers ()
{
  "$PHASELOCK" check -q --format jsonl "$@" 2>/dev/null | python3 -c '
import json, sys
found = []
for line in sys.stdin:
    r = json.loads(line)
    if r["verdict"] != "safe":
        at = ":" + (r["at"].split(":")[-2] if "at" in r else ",".join(r["fields"]))
        found.append(r["question"] + at.rstrip(":") + "?" * (r["verdict"] == "unknown"))
print(" ".join(found))'
}

# The first line of each model says what is to be found.
for model in tests/ic3/rules/*.eml; do
  expected=$(sed -n '1s/.*: //p' "$model")
  [ "$expected" = nothing ] && expected=
  name=$(basename "$model" .eml)
  for way in "" "--without transactions" "--without phase"; do
    is "$name ${way:-as usual}" "$(answers -e ic3 $way -p assert,race,deadlock,exclusive "$model")" "$expected"
  done
done
is "a body that calls itself" "$("$PHASELOCK" check -q --format jsonl -e ic3 -p race tests/ic3/rules/again.eml | grep -o '"reason":"[a-z]*"')" \
  '"reason":"recursion"'
for model in block:14 first:11; do
  is "${model%:*}, which bmc once proved" "$(answers -e ic3 -p assert "tests/bmc/${model%:*}.eml")" "assert:${model#*:}"
done

# Models that ship: broken ones, and their proofs.
expected () { # FOLDER NAME
  sed -n "s/^$2.eml: *//p" "models/$1/EXPECTED" | tr ' ' '\n' | grep -v '^[0-9]' | sed 's/^wrong/assert/' | paste -sd ' '
}
for model in data/{bank,buffer,counter,elevator,lazy,readers,ring}{,-fixed} data/{peterson,ticket} \
             dynamic/{hashtable-present,lazy-initialisation}{,-fixed}; do
  is "$model" "$(answers -e ic3 -p assert,race,deadlock,exclusive "models/$model.eml")" "$(expected "${model%/*}" "${model#*/}")"
done
is "patterns with data" "$(answers -e ic3 -p 1,2 models/data/bank.eml)" "pattern:savings.balance pattern:savings.balance"
is "without" "$(answers -e ic3 -p 12 -f count,data models/examples/stack.eml)" "pattern:count,data"
is "... and a proof" "$(answers -e ic3 -p 1..5 models/examples/stack-fixed.eml)" ""
is "a deadlock without data" "$(answers -e ic3 -p deadlock models/examples/philosophers.eml)" "deadlock"
is "... and a proof" "$(answers -e ic3 -p deadlock models/examples/philosophers-fixed.eml)" ""
is "the data is not looked at" "$(answers -e ic3 --without data -p 1 -f count models/data/counter-fixed.eml)" "pattern:count"

# Facts that are known beforehand (block_facts.h): without them each of these takes three times as much or more.
work () { # MOST OPTION...: do calls of the solver and conflicts take at most MOST?
  local most=$1
  shift
  "$PHASELOCK" check -q --format jsonl --stats -e ic3 "$@" | python3 -c '
import json, sys
used = sum(r["stats"]["calls"] + r["stats"]["conflicts"] for r in map(json.loads, sys.stdin))
print("#", used)
sys.exit(used == 0 or used > int(sys.argv[1]))' "$most"
}
ok "who is inside of a lock owns it" work 2000 -p race models/data/buffer-fixed.eml
ok "... in two locks, too" work 500 -p deadlock models/data/bank.eml
ok "... and who was not started is at its entry" work 2800 -p race -f "done" models/dynamic/load-balancing-fixed.eml
ok "without reductions" work 2000 --without transactions -p deadlock models/data/counter-fixed.eml

# Options.
is "a race of the processes that -P names" \
  "$("$PHASELOCK" check -q -e ic3 -p race -f total -P 'Worker[1],Main' models/examples/workers.eml | grep -o 'u = .*' | tr -d "'" | tr ',' '\n' | grep -o '[WM][^ ]*$' | sort | paste -sd ' ')" "Main Worker[1]"
cat >"$scratch/circle.eml" <<'MODEL'
lock k, l;
process A { sync k { sync l { } } }
process B { sync l { sync k { } } }
process C { sync k { } }
MODEL
is "a circle of others is none of C" "$(answers -e ic3 -p deadlock -P C "$scratch/circle.eml")" ""
is "... but of A and B" "$(answers -e ic3 -p deadlock -P B,A "$scratch/circle.eml")" "deadlock"
is "paths, without induction" "$(answers -e ic3 --without induction -p assert models/data/counter.eml)" "assert:32"
is "... a bound" "$("$PHASELOCK" check -q --format jsonl -e ic3 --without induction --depth 3 -p deadlock models/data/counter-fixed.eml | grep -o '"reason":"[a-z]*"')" \
  '"reason":"bound"'
is "... or an end" "$(answers -e ic3 --without induction -p race -f a models/bmc/factors.eml)" ""
"$PHASELOCK" check -q --stats -e ic3 -p deadlock models/data/counter-fixed.eml >"$scratch/stats" 2>&1
ok "statistics" grep -q '^stats: engine ic3; 1 choices of processes; at most [0-9]* frames; [0-9]* clauses learned; [0-9]* calls of the solver; [0-9]* conflicts; ' "$scratch/stats"
"$PHASELOCK" check -q --stats -p assert models/ic3/letterbox-fixed.eml >"$scratch/stats" 2>&1
ok "... of auto: who decided" \
  grep -q '^stats: 1 queries decided by ic3, 0 by no engine; ' "$scratch/stats"
is "time ends it, and the next query is unharmed" \
  "$("$PHASELOCK" check -q --format jsonl -e ic3 --timeout 0.1 -p race,assert models/data/ticket-fixed.eml | grep -o '"reason":"[a-z]*"' | sort -u)" \
  '"reason":"timeout"'

# What only induction proves, and what auto does with it.
is "letterbox: found" "$(answers -p assert,race models/ic3/letterbox.eml)" "assert:32"
is "transfer: found" "$(answers -p assert,race models/ic3/transfer.eml)" "assert:27"
"$PHASELOCK" check --format jsonl -p assert models/ic3/letterbox-fixed.eml >"$scratch/letterbox"
is "letterbox: proved, by ic3" "$(grep -o '"verdict":"[a-z]*","engine":"[a-z0-9]*"' "$scratch/letterbox")" '"verdict":"safe","engine":"ic3"'
"$PHASELOCK" explain -p assert models/ic3/letterbox-fixed.eml | tr '\n' ' ' | tr -s ' ' >"$scratch/explained"
ok "... and explained, without the states of others" grep -q 'with its data, by an inductive invariant, with [0-9]* calls of a SAT solver. ' "$scratch/explained"
ok "... there is a certificate of that" grep -q "'check --certificate' looks for an invariant" "$scratch/explained"
is "out of memory: who was asked last" \
  "$("$PHASELOCK" check -q --format jsonl --memory 0.1 -p assert models/ic3/letterbox-fixed.eml | grep -o '"reason":"[a-z]*","engine":"[a-z0-9]*"')" '"reason":"memory","engine":"explicit"'

# Of a model without data no values decide: its certificate is that of any other engine.
for engine in auto ic3 bmc; do
  "$PHASELOCK" check -q -e $engine -p race --certificate "$scratch/$engine.cert" models/examples/workers-fixed.eml
  is "-e $engine: a certificate without data" $? 0
  ok "... the same" cmp "$scratch/auto.cert" "$scratch/$engine.cert"
done
ok "... which is confirmed" "$PHASELOCK" certify models/examples/workers-fixed.eml "$scratch/bmc.cert"
is "... and explained as by any other" "$("$PHASELOCK" explain -p race -f total models/examples/workers-fixed.eml)" \
  "$("$PHASELOCK" explain -e ic3 -p race -f total models/examples/workers-fixed.eml)"
doc_cut "$SOURCE/doc/ic3.md"
doc_commands "$SOURCE"
ok "doc/ic3.md has four commands" test "$doc_count" = 4
done_testing
