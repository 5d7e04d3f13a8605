#!/usr/bin/env bash
# valued.sh -- --values: what conditions exclude is safe, and nothing else is.
source "$(dirname "$0")/common.sh"
need javac
ok "javac" javac -g -d classes "$java"/valued/*.java

ask () { # CLASS QUESTION OPTION...: the line of check
  local class=$1 question=$2; shift 2
  "$PHASELOCK" check --class "$class" -p "$question" "$@" classes 2>/dev/null | grep -m 1 quer
}

# By class: a question; what is said without values, and with them.
while read -r class question off on; do
  is "$class, $question: off" "$(ask "$class" "$question" | cut -d, -f2-)" " $(tr _ ' ' <<<"$off")"
  is "$class, $question: on" "$(ask "$class" "$question" --values on | cut -d, -f2-)" " $(tr _ ' ' <<<"$on")"
done <<'END'
Busy race 2_violations,_1_safe 3_safe
Busy 1 2_violations,_1_safe 3_safe
BusyBroken race 2_violations,_1_safe 2_violations,_1_safe
Racing 1 1_violation,_1_safe 1_violation,_1_safe
Phased race 1_violation,_0_safe 1_safe
PhasedBroken race 1_violation,_0_safe 1_violation,_0_safe
Thrown race 1_violation,_2_safe 1_violation,_2_safe
Called race 1_violation,_1_safe 1_violation,_1_safe
END

is "values are off" "$("$PHASELOCK" java --class Busy classes 2>/dev/null)" \
  "$("$PHASELOCK" java --values off --class Busy classes 2>/dev/null)"
"$PHASELOCK" java --values on --class Busy classes >busy.eml 2>/dev/null
is "the model has them" "$(grep -c 'field int(2) Busy.busy;' busy.eml)" 1
lines () { tail -n +2 | sed "s/  u = .*//"; }
is "the model without them is the same" "$("$PHASELOCK" check -q --without data busy.eml | lines)" \
  "$("$PHASELOCK" check -q --class Busy classes | lines)"
grades () { # CLASS: of its races
  "$PHASELOCK" check --values on --class "$1" -p race --format jsonl classes 2>/dev/null |
    sed -nE 's/.*"grade":"([a-z]*)".*/\1/p' | sort | uniq -c | tr -s ' \n' ' '
}
is "decided by values alone: feasible" "$(grades BusyBroken)" " 2 feasible "
is "an exception may not happen: suspected" "$(grades Thrown)" " 1 suspected "
is "off: no grade" "$("$PHASELOCK" check --class BusyBroken -p race --format jsonl classes | grep -c grade)" 0
first () { "$PHASELOCK" check --class Mixed -p race "$@" classes 2>/dev/null | sed -nE 's/^Cause 1 of 2.*violation of (.):.*/\1/p'; }
is "causes as they come" "$(first)" x
is "what is feasible comes first" "$(first --values on)" y
"$PHASELOCK" check --values on --class BusyBroken -p race --witness --format jsonl classes >found.jsonl 2>/dev/null
is "they replay, values and all" "$("$PHASELOCK" replay --values on --class BusyBroken classes found.jsonl | cut -d';' -f1)" \
  "2 witnesses of 1 model confirmed, 0 refused"
is "its clients are a model where something is asked of them" \
  "$("$PHASELOCK" check -p race,assert --class Busy --values on classes 2>/dev/null | grep -c '^2 models')" 1
for word in x 0 1.5 -1; do
  "$PHASELOCK" check --values "$word" classes >/dev/null 2>message
  is "--values $word: status" "$?" 2
done
# The command that check prints explains the class, not its clients.
"$PHASELOCK" check --values on --class Busy classes >told 2>/dev/null
read -ra words < <(sed -n 's/^  phaselock \(explain .*\)/\1/p' told)
expect 10 "what check prints below a cause" "$PHASELOCK" "${words[@]}"
done_testing
