#!/usr/bin/env bash
# hardening.sh -- what configure adds to the default build has reached the program: it is
# loaded anywhere, its tables are read-only once it runs, and our own functions, not only
# those of libraries that were linked statically, guard their stacks and copies.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"

program=$(plain_program)
if [ -z "$program" ] || ! command -v readelf objdump >/dev/null; then
  skip "the program is hardened" "no plain build in the folder above, or no binutils"
  done_testing; exit
fi
readelf -hldW "$program" >facts
objdump -d --no-show-raw-insn "$program" >code
# Functions that call what matches CALLED, without those of C++ (CaDiCaL and its library).
callers () { # CALLED
  awk -v called="$1" '/^[0-9a-f]+ <.*>:$/ { name = $2; seen = 0 }
    !seen && $0 ~ "call.*<" called "@plt>" && name !~ /^<(_Z|ccadical|__)/ { seen = 1; n++ }
    END { print n + 0 }' code
}

is "it is loaded at any address" "$(grep -c 'Type: *DYN' facts)" 1
ok "its tables become read-only" grep -q GNU_RELRO facts
ok "all of them, since everything is bound at the start" grep -qE 'FLAGS.*(BIND_)?NOW' facts
ok "its stack is not executed" grep -qE 'GNU_STACK.* RW  ' facts
ok "its functions guard their stacks" test "$(callers __stack_chk_fail)" -ge 100
if ! grep -qE '^CFLAGS = .*-O[1-3s]' "$(dirname "$program")/Makefile"; then
  skip "its copies are checked" "built without optimisation"
else
  ok "its copies are checked" test "$(callers '__[a-z]+_chk')" -ge 50
fi
for function in main quota_exhaust fiber_resume; do
  if [ "$(uname -m)" != x86_64 ]; then
    skip "a jump may only lead to the beginning of $function" "not this machine"
    continue
  fi
  is "a jump may only lead to the beginning of $function" \
    "$(sed -n "/ <$function>:\$/ {n; s/.*\t//; s/ *\$//; p}" code)" endbr64
done

# Unwinding, on the main stack and on those of turns: a checked longjmp ends the program if
# it is led from one stack to another.
status=0
"$program" check --memory 1 "$SOURCE/models/data" "$SOURCE/models/ic3" >found 2>&1 || status=$?
ok "queries that run out of memory" grep -q 'unknown.*memory' found
ok "end, and the program does not" test "$status" -lt 128
done_testing
