#!/usr/bin/env bash
# dynamic.sh -- the families of phaselock-gen with data: with two threads they are the models of
# models/dynamic, and with more the verdicts are the same.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
gen=$BUILD/phaselock-gen
cd "$scratch" || exit

# A model without what does not matter.
bare () { "$PHASELOCK" fmt "$1" | sed 's, *//.*,,; /^$/d; /^model /d'; }

families="dynamic-locking hashtable-half hashtable-insert hashtable-present lazy-initialisation load-balancing"
for family in $families; do
  for variant in broken safe; do
    name=$family$([ $variant = broken ] || echo -fixed).eml
    "$gen" "$family" --$variant >"$name"
    ok "$name is what is generated" diff <(bare "$name") <(bare "$SOURCE/models/dynamic/$name")
    # As many slots as keys allow: indices and counters are at their limits.
    for threads in 3 7; do
      "$gen" "$family" --$variant --processes=$threads >many.eml
      [ $threads = 7 ] || { "$PHASELOCK" check -q --format jsonl -e explicit many.eml >many.jsonl 2>messages
        ok "$name, $threads threads: decided" test -z "$(grep '"verdict":"unknown"' many.jsonl)"
        is=$(violations many.jsonl | sed 's/:[0-9]*//g')
        should=$(expected "$SOURCE/models/dynamic/EXPECTED" "$name" | sed 's/:[0-9]*//g')
        ok "$name, $threads threads: the same verdicts" test "$is" = "$should"; }
      expect 0 "$name, $threads threads: valid" "$PHASELOCK" lint many.eml
    done
  done
done

# The hash tables end with seven threads, too.
for family in hashtable-{insert,present,half}; do
  "$gen" "$family" --safe --processes=7 >many.eml
  expect 0 "$family, seven threads: safe" "$PHASELOCK" check -q -e explicit many.eml
done

"$gen" dynamic-locking --locks=4 --size=3 --safe >many.eml
expect 0 "four locks, three rounds" "$PHASELOCK" check -q -e explicit many.eml
expect 2 "one lock is no choice" "$gen" dynamic-locking --locks=1
ok "it says so" grep -q 'locks must be at least 2' <<<"$err"
expect 2 "too many threads" "$gen" load-balancing --processes=101
ok "it says so" grep -q 'processes must be at most 100' <<<"$err"
expect 2 "no positions" "$gen" lazy-initialisation --positions
expect 2 "too many rounds" "$gen" lazy-initialisation --size=1001
done_testing
