#!/bin/bash
# The referee from the command line: the examples, the paper's counter, bounds,
# statistics, limits.
. "$SOURCE/tests/lib/tap.sh"

here=$SOURCE/tests/explicit

# The violations of a model as EXPECTED lists them, one a line; also what is
# unknown, if anything but the bound is the reason.
findings () { # MODEL OPTION...
  local model=$1; shift
  "$PHASELOCK" check -q -e explicit "$@" "$model" |
    sed -n 's/^VIOLATION  pattern \([0-9]*\)  \([^ ]*\) .*/\1:\2/p
            s/^VIOLATION  race  \([^ ]*\) .*/race:\1/p
            s/^VIOLATION  deadlock  .*/deadlock/p
            /^UNKNOWN/{/(bound)$/!p}'
}

# 1. Every example has the verdicts it should have.
agrees () { # LINE OPTION...
  local line=$1; shift
  local model=${line%%:*} expected=${line#*:}
  diff <(tr ' ' '\n' <<<"$expected" | sed '/^$/d') \
    <(findings "$SOURCE/models/examples/$model" "$@")
}
while IFS= read -r line; do
  case $line in '#'*|'') continue;; esac
  ok "${line%%:*}" agrees "$line"
  ok "${line%%:*}, without transactions" agrees "$line" --without transactions
done <"$SOURCE/models/examples/EXPECTED"

# 2. The paper's counter: the same verdicts, fewer states.
stored () { # OPTION...
  "$PHASELOCK" check -q -e explicit --stats "$@" | sed -n 's/.* visited; \([0-9]*\) states stored.*/\1/p'
}
same () { diff <(findings "$1") <(findings "$1" --without transactions); }
ok "counter: the same findings" same "$here/counter.eml"
with=$(stored "$here/counter.eml") without=$(stored --without transactions "$here/counter.eml")
ok "counter: $with states with transactions, $without without" test "$((with * 2))" -lt "$without"

# 3. Bounds: deep calls are exact, recursion is never safe.
expect 10 "deep calls without recursion" "$PHASELOCK" check -q -e explicit "$here/deep.eml"
ok "nothing is cut off there" grep -qv UNKNOWN <<<"$out"
expect 5 "recursion, no violation" "$PHASELOCK" check -q -e explicit -p 1-5 -f a "$here/recursive.eml"
ok "the reason is the bound" grep -q 'UNKNOWN .*(bound)' <<<"$out"
expect 5 "the same without transactions" \
  "$PHASELOCK" check -q -e explicit -p 1-5 -f a --without transactions "$here/recursive.eml"
ok "the reason is the bound" grep -q 'UNKNOWN .*(bound)' <<<"$out"
expect 10 "a violation within recursion" "$PHASELOCK" check -q -e explicit -p 1 -f b "$here/recursive.eml"
expect 5 "as a record" "$PHASELOCK" check -e explicit --format jsonl -p 1 -f a "$here/recursive.eml"
ok "the record has the reason" grep -q '"verdict":"unknown","reason":"bound","engine":"explicit"' <<<"$out"

# 4. Statistics and limits.
expect 10 "statistics" "$PHASELOCK" check -e explicit --stats "$SOURCE/models/examples/stack.eml"
ok "they name the engine and the states" \
  grep -q 'stats: engine explicit; .* states visited; .* states stored; ' <<<"$out"
expect 10 "statistics in records" \
  "$PHASELOCK" check -e explicit --stats --format jsonl "$SOURCE/models/examples/stack.eml"
ok "they have the states" grep -q '"visited":[1-9][0-9]*,"stored":[1-9]' <<<"$out"
"$BUILD/phaselock-gen" processes -n 8 --safe >"$scratch/many.eml"
expect 5 "memory is limited" "$PHASELOCK" check -q -e explicit -p 1 --memory 4 \
  --without active,transactions "$scratch/many.eml"
ok "the reason is memory" grep -q 'UNKNOWN .*(memory)' <<<"$out"

done_testing
