#!/usr/bin/env bash
# spin.sh -- Spin and the explicit engine say the same of models with data; skipped without Spin.
#
#     spin.sh [FIRST-SEED COUNT]      random models; 5 from seed 1 on by default
for tool in spin gcc python3; do
  command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
source "$SOURCE/tests/lib/tap.sh"
models=$SOURCE/models/data
ok "the same verdicts" python3 "$SOURCE/tests/referee/spin.py" "$PHASELOCK" "$BUILD/tests/referee/compare" \
  "${1:-1}" "${2:-5}" "$models"/{bank,lazy,ring}.eml "$models"/{elevator,peterson}-fixed.eml
cat "$scratch/tap.out"
# Who waits for ever is in an invalid end state, if every execution ends.
stuck=$SOURCE/models/stuck
ok "who waits for ever" python3 "$SOURCE/tests/referee/spin.py" --stuck "$PHASELOCK" "$BUILD/tests/referee/compare" \
  "${1:-1}" "${2:-5}" "$stuck"/{barrier,hasty,leak,loader,nested,pool,signal}.eml "$stuck"/{hasty,nested,signal}-fixed.eml
cp "$scratch/tap.out" "$scratch/stuck.out"
ok "... of all but those that go in circles" grep '^# 1[0-9] the same' "$scratch/stuck.out"

# A process that fails in the midst of an atomic block stays there, and nobody goes on: the
# assertion of the other one never fails afterwards.
cat >"$scratch/amidst.eml" <<'EOS'
field bool broken;
process P { atomic { broken = true; assert (false); } }
process Q { assume (broken); assert (false); }
EOS
amidst () { # OPTION...: the claims that Spin finds to be false
  "$PHASELOCK" dump --what promela "$scratch/amidst.eml" >"$scratch/amidst.pml"
  (cd "$scratch" && spin "$@" -a amidst.pml && gcc -w -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -E -c0) 2>&1 |
    grep -o 'assertion violated ([0-9]*!=[0-9]*)' | sort -u | wc -l
}
is "engines: nobody goes on after a failure inside atomic" \
  "$("$PHASELOCK" check -q -e explicit -p assert "$scratch/amidst.eml" | head -1 | sed 's/.*: //')" "2 queries, 1 violation, 1 safe"
is "... Spin says so, too" "$(amidst)" 1
is "... unless the model is made loose" "$(amidst -DLOOSE)" 2

# What Promela has no words for is refused.
cat >"$scratch/deep.eml" <<'EOS'
field f;
proc p { if (*) { call p; } read f; }
process P { call p; }
EOS
expect 2 "recursion" "$PHASELOCK" dump --what promela "$scratch/deep.eml"
ok "says so" grep -q "cannot be written in Promela: a procedure calls itself" <<<"$err"
echo 'field int(40) f; process P { f = 1; }' >"$scratch/wide.eml"
expect 2 "wide values" "$PHASELOCK" dump --what promela "$scratch/wide.eml"
ok "says so, too" grep -q "values of more than 32 bits" <<<"$err"
done_testing
