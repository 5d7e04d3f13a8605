#!/usr/bin/env bash
# The allocator fails (scarce.c), once or from some request on, with the engines that ask a
# SAT solver: the program does not die, no verdict is wrong, and a certificate is whole or
# not there.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
SETTINGS=${BUILD:-$SOURCE/_build}/Makefile
compiler=$(sed -n 's/^CC = //p' "$SETTINGS")
PHASELOCK=$(plain_program) # sanitizers have an allocator of their own
if [ -z "$PHASELOCK" ]; then
  skip "an allocator that fails" "there is no build without sanitizers"; done_testing; exit
fi
if ! phaselock check --help | grep -q 'bmc|ic3'; then
  skip "an allocator that fails" "no SAT solver"; done_testing; exit
fi
# shellcheck disable=SC2086
if ! $compiler -shared -fPIC "$SOURCE/tests/cli/scarce.c" -o scarce.so 2>/dev/null; then
  skip "an allocator that fails" "no compiler"; done_testing; exit
fi
scarce () { # AT FOR ARGUMENT...
  local at=$1 for=$2; shift 2
  LD_PRELOAD=$scratch/scarce.so FAIL_AT=$at FAIL_FOR=$for FAIL_COUNT=$scratch/requests \
    "$PHASELOCK" "$@" </dev/null
}

# The status without a failure is WANTED.
endures () { # NAME WANTED ATTEMPTS MODEL ARGUMENT...
  local name=$1 wanted=$2 attempts=$3 model=$4 i at for status total bad= worked=0; shift 4
  mkdir here && cd here || exit
  scarce 999999999 0 check -q "$@" "$model" >/dev/null 2>&1
  is "$name: with memory" $? "$wanted"
  total=$(cat "$scratch/requests")
  for ((i = 0; i < attempts; i++)); do
    at=$((total * i / attempts)) for=$((i % 2 ? 999999999 : 1)) status=0
    rm -f saved*
    scarce $at $for check -q "$@" "$model" >out 2>err || status=$?
    case $status in
      "$wanted"|2|4|5|6) ;; # all is well, or somebody said that there was no memory
      *) bad="$bad $at+$for: status $status" ;;
    esac
    [ "$status" != "$wanted" ] || worked=$((worked + 1))
    [ "$(ls)" = "$(printf '%s\n' err out)" ] || [ "$(ls)" = "$(printf '%s\n' err out saved)" ] ||
      bad="$bad $at+$for: left over: $(echo saved.*)"
    if [ -f saved ]; then
      status=0; "$PHASELOCK" certify -q "$model" saved >/dev/null 2>&1 || status=$?
      case $status in
        0|5) ;; # 5: there was no memory for any proof
        *) bad="$bad $at+$for: not certified" ;;
      esac
    fi
  done
  is "$name: $attempts failures" "$bad" ""
  [ $worked -lt "$attempts" ]; tap_result $? "$name: memory was missed"
  cd .. && rm -rf here
}
# A request of jansson that fails, wherever it is: a record is the one that it would have been
# with memory, or is not printed, and then the status says that something is missing; a query
# that was not decided for lack of memory says so.
timeless () { sed 's/,"ms":[^,}]*//; s/,"stats":{[^}]*}//'; }
whole_records () { # ATTEMPTS
  local i at status total bad= lost=0
  scarce 999999999 0 check -q --format jsonl --witness "$SOURCE/models/examples/stack.eml" 2>/dev/null | timeless >truth
  total=$(cat "$scratch/requests")
  for ((i = 0; i < $1; i++)); do
    at=$((total * i / $1)) status=0
    scarce $at 1 check -q --format jsonl --witness "$SOURCE/models/examples/stack.eml" >out 2>err || status=$?
    timeless <out | grep -vxFf truth | grep -v '"reason":"memory"' >other && bad="$bad $at: $(head -c 300 other)"
    [ "$(wc -l <out)" = "$(wc -l <truth)" ] || { lost=$((lost + 1)); case $status in 2|4|6) ;; *) bad="$bad $at: status $status" ;; esac; }
  done
  is "records: whole, or not there" "$bad" ""
  [ $lost -gt 0 ]; tap_result $? "records: some were lost, and the status said so ($lost of $1)"
}
whole_records 150
models=$SOURCE/models/data
endures "ic3" 0 16 "$models/ring-fixed.eml" -e ic3 -p race
endures "ic3, a certificate" 0 24 "$models/ring-fixed.eml" -e ic3 -p race --certificate=saved
endures "ic3, a violation" 10 16 "$models/lazy.eml" -e ic3 -p assert
endures "bmc" 5 16 "$models/ring-fixed.eml" -e bmc -p race --depth=6
endures "bmc, a violation" 10 16 "$models/lazy.eml" -e bmc -p race --all-races --depth=10
# vasprintf, which writes the lines of certificates, begins with so many bytes.
export FAIL_SIZE=100
endures "ic3, a line of a certificate" 0 12 "$models/ring-fixed.eml" -e ic3 -p race --certificate=saved
# At the end of a text in memory its block is cut.
export FAIL_SIZE=0 FAIL_AGAIN=1
# CaDiCaL's own calls of realloc, for the clauses that it learns.
endures "ic3, what is learnt" 0 24 "$models/ring-fixed.eml" -e ic3 -p exclusive
endures "a story with data" 10 12 "$models/lazy.eml" -e explicit -p race
done_testing
