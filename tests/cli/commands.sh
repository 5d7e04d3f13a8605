#!/usr/bin/env bash
# commands.sh -- the command below each cause of a model of models/ shows that cause, and no
# other; `explain --cause N' is that command, of one model or of several.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
python3 -c '' 2>/dev/null || { echo "1..0 # SKIP python3 is not installed"; exit 0; }
plain=$(plain_program); export PHASELOCK=${plain:-$PHASELOCK} COMMANDS_BIN=$scratch/bin PYTHONDONTWRITEBYTECODE=1
mkdir bin && ln -s "$PHASELOCK" bin/phaselock
cd "$SOURCE" || exit
models=$SOURCE/models
renumber () {
  while IFS= read -r line; do
    case $line in
      "ok - "*) tap_result 0 "${line#ok - }" ;;
      "not ok - "*) tap_result 1 "${line#not ok - }" ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <"$1"
}
python3 tests/cli/commands.py "$models"/{examples,data,contest,bmc,dynamic}/*.eml >"$scratch/found"
renumber "$scratch/found"
python3 tests/cli/commands.py -pstuck "$models"/stuck/*.eml >"$scratch/found"
renumber "$scratch/found"

# ---- explain --cause N. ----
cd "$scratch" || exit
mkdir several && cp "$models"/examples/{stack,vector,account}.eml several/
# What the printed command shows, and what number N shows; the notes about "the other
# violations" are not there, since both choose one query.
same () { # NAME N CHECK-ARGUMENTS...
  local name=$1 n=$2; shift 2
  local command; command=$(COLUMNS=1000 phaselock check --explain none "$@" 2>/dev/null | awk -v n="$n" '
    /^(Cause [0-9]+ of|One cause| *[0-9]+\. )/ { k++; on = 1 } on && k == n && /^  phaselock explain/ { print; exit }')
  out=$(PATH=$COMMANDS_BIN:$PATH bash -c "$command" 2>&1)
  case $out in VIOLATION*) ;; *) out="no violation: $command" ;; esac
  is "$name" "$(phaselock explain --cause "$n" "$@" 2>&1)" "$out"
}
for n in 1 2 3; do same "several models: cause $n" $n several; done
for n in 1 2; do same "one model: cause $n" $n several/account.eml; done
same "two paths: cause 1" 1 several/stack.eml several/vector.eml
same "as check was asked" 2 -p 6-14 several
expect 10 "a picture of it" phaselock explain --cause 2 --format mermaid several
says "a picture of it: is one" sequenceDiagram
expect 10 "into a file" phaselock explain --cause 2 --unfold -o shown.txt several
ok "into a file: it is there" grep -q ^VIOLATION shown.txt
expect 2 "there is no such cause" phaselock explain --cause 9 several
says "there is no such cause: how many there are" "there is no cause 9: 'phaselock check' has 5"
expect 2 "no cause at all" phaselock explain --cause 1 "$models"/examples/stack-fixed.eml
says "no cause at all: says so" "there is no cause 1: 'phaselock check' has 0"
for n in 0 99999999999; do expect 2 "refused: $n" phaselock explain --cause $n several; done

# ---- Several models, without one. ----
expect 2 "several models" phaselock explain several
is "several models: which there are" "$(grep '^  ' <<<"$err")" "  several/account.eml
  several/stack.eml
  several/vector.eml"
mkdir many; for i in $(seq 25); do cp "$models"/examples/stack.eml many/$i.eml; done
expect 2 "many models" phaselock explain many -p 1
says "many models: not all are listed" "  and 5 more"
done_testing
