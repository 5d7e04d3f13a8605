#!/usr/bin/env bash
# How much happens between two looks at the clock: at most a constant number of
# instructions, whatever the engine, as callgrind counts them.  (That each look may be
# the last is tested in tests/engine/interrupts.c.)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Callgrind cannot run sanitizers.
plain=$(plain_program)
generate=$(dirname "$PHASELOCK")/phaselock-gen

# Callgrind writes what was counted so far, and begins anew, before each look.
between () { # NAME BOUND MODEL OPTION...
  local name=$1 bound=$2 model=$3 looks most; shift 3
  rm -f count.*
  timeout 300 valgrind -q --tool=callgrind --dump-before=quota_check \
    --callgrind-out-file=count.out "$plain" check -q -a strict "$@" "$model" \
    >/dev/null 2>&1 </dev/null
  looks=$(find . -name 'count.out*' | wc -l)
  most=$(sed -n 's/^summary: //p' count.out* | sort -n | tail -1)
  [ "$looks" -gt 100 ] && [ -n "$most" ] && [ "$most" -le "$bound" ]
  tap_result $? "$name: $looks looks, at most ${most:-no} instructions apart"
}

if ! command -v valgrind >/dev/null; then
  skip "instructions between two looks" "there is no valgrind"
elif [ -z "$plain" ]; then
  skip "instructions between two looks" "there is no build without sanitizers"
else
  "$generate" pairs -k 5 --safe -o pairs.eml
  "$generate" shuttle -k 4 -o shuttle.eml
  "$generate" formula -k 6 --safe -o formula.eml
  between "antichains" 8000000 pairs.eml -f a,b -e antichain -p 12
  between "BDDs, which a collection stops for longer" 64000000 shuttle.eml -f a,b -e bdd -p 12
  between "states" 8000000 formula.eml -f a,b -e explicit -p 12
  between "auto, with witnesses" 8000000 shuttle.eml -f a,b
  # Many cells, and many locks: no table of the ones by the others.
  cat >cells.eml <<'EML'
field int a[4096]; lock l[4096], m[4096];
process P[2] { int i = 5; sync l[i] { sync m[i] { unit { a[i] = a[i] + 1; } } } assert (i >= 0); }
EML
  between "cells and locks: states" 8000000 cells.eml -e explicit -p race
  between "cells and locks: asserts" 8000000 cells.eml -e explicit -p assert
  between "cells and locks: auto" 8000000 cells.eml
  # Each of these returns to the next: what lies before it takes one more walk to find out.
  { echo "field a; lock l;"
    for ((i = 0; i < 400; i++)); do echo "proc p$i { call p$((i + 1)); skip; }"; done
    echo "proc p400 { skip; }"
    echo "process P[2] { call p0; sync l { write a; } }"; } >calls.eml
  between "bmc's outlook" 8000000 calls.eml -e bmc -p race
fi
done_testing
