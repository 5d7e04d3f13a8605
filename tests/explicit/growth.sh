#!/usr/bin/env bash
# growth.sh -- numbers that only grow: fewer states, the same verdicts.
source "$SOURCE/tests/lib/tap.sh"
cd "$scratch" || exit

fibonacci () { # ROUNDS OPERATOR BOUND: two processes add up each other's sums
  echo "field int a = 1, b = 1;
process A { int k = 0; while (k < $1) { a = a + b; k = k + 1; } }
process B { int k = 0; while (k < $1) { b = b + a; k = k + 1; } }
process Judge { assert (a $2 $3 && b $2 $3); }"
}
visited () { # FILE OPTION...
  "$PHASELOCK" check -q -e explicit -p assert --stats --format jsonl "$@" | grep -o '"visited":[0-9]*' | head -1 | cut -d: -f2
}
fibonacci 11 '<=' 46368 >safe.eml
fibonacci 11 '<' 46368 >broken.eml
expect 0 "Fibonacci with 11 rounds" "$PHASELOCK" check -q -e explicit -p assert safe.eml
expect 10 "... comes to 46368, as a run shows" "$PHASELOCK" check -q -e explicit -p assert broken.eml
expect 10 "auto, too" "$PHASELOCK" check -q -p assert broken.eml
ok "few states" [ "$(visited safe.eml)" -lt 100000 ]
fibonacci 4 '<=' 55 >small.eml
ok "fewer than without" [ "$(visited small.eml)" -lt "$(($(visited small.eml --without growth) / 4))" ]

# A sum that wraps around is negative, and larger ones are not enough any more.
cat >wraps.eml <<'EOS'
field int(8) a;
process P[2] { int k = 0; while (k < 2) { k = k + 1; a = a + 50; assert (a <= 100); } }
process Q { assert (a <= 101); }
EOS
is "wraps" "$("$PHASELOCK" check -q -e explicit -p assert --format jsonl wraps.eml | grep -o '"verdict":"[a-z]*"')" \
  "$("$PHASELOCK" check -q -e explicit -p assert --format jsonl --without growth wraps.eml | grep -o '"verdict":"[a-z]*"')"
# Behind an assert that fails with the larger one there is a race that only the smaller one comes to.
cat >behind.eml <<'EOS'
field int(8) a;
field flag;
process P { if (*) { a = a + 1; } else { a = a + 2; } assert (a <= 1); write flag; }
process Q { write flag; }
EOS
expect 10 "behind an assert" "$PHASELOCK" check -q -e explicit -p race behind.eml
ok "is the race" grep -q 'race.*flag' <<<"$out"

ok "random models" python3 "$SOURCE/tests/explicit/growth.py" "$PHASELOCK" "${1:-1}" "${2:-60}"
cat "$scratch/tap.out"
done_testing
