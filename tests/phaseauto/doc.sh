#!/usr/bin/env bash
# doc.sh -- the examples of doc/automata.md work, and its numbers are right.
#
# An indented block that begins with `automaton' is a file of automata; blocks
# behind a line `$ phaselock ...' are what that command prints.
source "$SOURCE/tests/lib/tap.sh"
document=$SOURCE/doc/automata.md
cd "$scratch"

# Cut the blocks: block.N, each line without its four spaces.
awk '
  /^    / { if (!inside) { inside = 1; n++ } print substr($0, 5) > ("block." n); next }
  /^$/    { if (inside) blank++; next }
          { inside = 0 }
' "$document"
ok "the document has blocks" test -f block.3

automata=0 commands=0
for block in block.*; do
  if grep -qE '^automaton' "$block" && ! grep -qE '^(\$|file )' "$block"; then
    automata=$((automata + 1))
    expect 0 "example $automata is a set of automata" "$PHASELOCK" patterns -a "$block"
    ok "... without a warning" test -z "$err"
    name=$(sed -nE '1,/^automaton/s/^\/\/ ([a-z]+\.pa).*/\1/p' "$block")
    [ -z "$name" ] || cp "$block" "$name"
  fi
done
for block in block.*; do
  if head -1 "$block" | grep -q '^\$ phaselock'; then
    commands=$((commands + 1))
    command=$(head -1 "$block" | sed 's/^\$ phaselock //')
    eval "set -- $command"
    NO_COLOR=1 "$PHASELOCK" "$@" >"$scratch/printed" 2>&1 </dev/null
    # The cut dropped empty lines.
    ok "\$ phaselock $command" diff <(tail -n +2 "$block") <(grep -v '^$' "$scratch/printed")
  fi
done
ok "at least four examples and three commands" test "$automata" -ge 4 -a "$commands" -ge 3

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
