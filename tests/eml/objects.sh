#!/usr/bin/env bash
# objects.sh -- a model with classes is the model in which they are written out: the pushdown
# systems of random models are the same to the byte, as are the verdicts of the two banks.
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=${SOURCE:-$here/../..}
PHASELOCK=${PHASELOCK:-$source/_build/phaselock}
export NO_COLOR=1 LC_ALL=C
first=${1:-1} count=${2:-400}

mkdir "$scratch/classes" "$scratch/written-out"
ok "random models are written" python3 "$here/objects.py" "$first" "$count" "$scratch"
for form in classes written-out; do
  (cd "$scratch/$form" && "$PHASELOCK" dump . >"$scratch/$form.pds" 2>"$scratch/$form.err")
  tap_result $? "all $count models are read: $form"
  (cd "$scratch/$form" && "$PHASELOCK" check --format jsonl . 2>/dev/null |
    sed 's/"ms":[0-9.]*//; s/"id":"[^"]*"//' >"$scratch/$form.jsonl")
done
[ "$(grep -c '^process ' "$scratch/classes.pds")" -gt "$count" ]
tap_result $? "they have processes"
cmp -s "$scratch/classes.pds" "$scratch/written-out.pds"
tap_result $? "the pushdown systems are the same"
diff "$scratch/classes.pds" "$scratch/written-out.pds" | head -20 | sed 's/^/# /'

# Also what is printed of violations: steps, names, positions aside.
verdicts () { grep -o '"query":\[[0-9,]*\].*"verdict":"[a-z]*"' "$1"; }
verdicts "$scratch/classes.jsonl" >"$scratch/verdicts-1"
verdicts "$scratch/written-out.jsonl" >"$scratch/verdicts-2"
[ "$(grep -c '"violation"' "$scratch/verdicts-1")" -gt $((count / 2)) ]
tap_result $? "there are violations"
cmp -s "$scratch/verdicts-1" "$scratch/verdicts-2"
tap_result $? "the verdicts are the same"
diff "$scratch/verdicts-1" "$scratch/verdicts-2" | head -20 | sed 's/^/# /'

# models/examples/bank.eml is account.eml with other names.
bank () { # MODEL
  "$PHASELOCK" check -a complete --format jsonl "$source/models/examples/$1" |
    sed 's/savings.balance/a.balance/g; s/giro.balance/b.balance/g' |
    grep -o '"pattern":.*"verdict":"[a-z]*"'
}
bank account.eml >"$scratch/account"
bank bank.eml >"$scratch/bank"
[ -s "$scratch/bank" ] && cmp -s "$scratch/account" "$scratch/bank"
tap_result $? "the bank has the verdicts of the accounts that were written out"
done_testing
