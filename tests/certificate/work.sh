#!/usr/bin/env bash
# work.sh -- checking a certificate takes no more than making it took, of a model with a
# large array, too: in instructions, as callgrind counts them.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"

program=$(plain_program) # callgrind cannot run sanitizers
if ! command -v valgrind >/dev/null || [ -z "$program" ]; then
  skip "instructions of certify" "there is no valgrind, or no plain build in the folder above"
  done_testing; exit
elif "$program" --version | grep -q 'without CaDiCaL'; then
  skip "instructions of certify" "built without CaDiCaL"
  done_testing; exit
fi
instructions () { # COMMAND WORD...
  valgrind -q --tool=callgrind --callgrind-out-file=count.out "$program" "$@" >run.out 2>&1
  sed -n 's/^summary: //p' count.out
}

# No clause is about the cells, but each step of a writer may change any of them.
cat >array.eml <<'EOF'
model Array;
field int a[400];
lock l;
process Writer[2] {
  loop { int i = *; assume (i >= 0 && i < 400); sync l { a[i] = 1; } }
}
process Reader {
  int x = 0;
  sync l { x = 1; }
  sync l { assert (x == 1, "one"); }
}
EOF
making=$(instructions check -q -p assert -e ic3 --certificate array.cert array.eml)
checking=$(instructions certify -q array.eml array.cert)
expect 0 "the certificate of a model with an array" "$program" certify array.eml array.cert
says "is confirmed" "2 queries confirmed safe"
ok "in $checking instructions; making it took $making" \
  test "$checking" -le "$making"
done_testing
