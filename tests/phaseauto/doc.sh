#!/usr/bin/env bash
# doc.sh -- the examples of doc/automata.md work, and its numbers are right.
#
# An indented block that begins with `automaton' is a file of automata.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
document=$SOURCE/doc/automata.md
doc_cut "$document"
cd "$scratch" || exit
ok "the document has blocks" test -f block.003

automata=0
for block in block.*; do
  if grep -qE '^automaton' "$block" && ! grep -qE '^(\$|file )' "$block"; then
    automata=$((automata + 1))
    expect 0 "example $automata is a set of automata" "$PHASELOCK" patterns -a "$block"
    ok "... without a warning" test -z "$err"
    name=$(sed -nE '1,/^automaton/s/^\/\/ ([a-z]+\.pa).*/\1/p' "$block")
    [ -z "$name" ] || cp "$block" "$name"
  fi
done
doc_commands "$scratch"
ok "at least four examples and two commands" test "$automata" -ge 4 -a "$doc_count" -ge 2

# The table of the enumeration is what its test counts.
"$BUILD/tests/phaseauto/enumerate" >counted
plain=$(tr -d , <"$document")
rows=0
while read -r length all cyclic missed; do
  rows=$((rows + 1))
  ok "the row for $length accesses" \
    grep -qxF "| $length | $all | $cyclic | $missed |" <<<"$plain"
done < <(sed -nE 's/^# ([3-6]) accesses: ([0-9]+) interleavings, ([0-9]+) not serializable, strict misses ([0-9]+);.*/\1 \2 \3 \4/p' counted)
ok "four rows" test "$rows" = 4
total=$(awk -F'[ ,;]+' '/^# [0-6] accesses/ { a += $4; c += $6; m += $11 } END { print a " | " c " | " m }' counted)
ok "the last row is the sum" grep -qxF "| up to 6 | $total |" <<<"$plain"
done_testing
