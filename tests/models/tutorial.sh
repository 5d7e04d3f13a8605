#!/usr/bin/env bash
# tutorial.sh -- doc/tutorial.md does what it says: its files, its commands, its
# positions, and what it says about other units.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
document=$SOURCE/doc/tutorial.md
doc_cut "$document"
doc_files "$scratch" >"$scratch/names"
for file in Inventory.java inventory.eml; do
  ok "there is $file" test -s "$scratch/$file"
done
expect 0 "the model is formatted" "$PHASELOCK" fmt --check "$scratch/inventory.eml"

# The repaired one: `reserve' is replaced by what the document shows.
repaired=
for block in "$scratch"/block.*; do
  head -1 "$block" | grep -q '^proc reserve {' && repaired=$block
done
ok "there is a repaired procedure" test -n "$repaired"
awk -v block="${repaired:-/dev/null}" '
  /^proc reserve/ { while ((getline line <block) > 0) print line; skip = 1 }
  !skip { print }
  /^}/ { skip = 0 }' "$scratch/inventory.eml" >"$scratch/inventory-fixed.eml"
expect 0 "it is formatted" "$PHASELOCK" fmt --check "$scratch/inventory-fixed.eml"

doc_commands "$scratch"
ok "nine commands" test "$doc_count" -ge 9

# Each access stands on the line of the class that its position names.
misplaced=$(sed -nE 's/^ *(read|write) ([a-z]+) @"Inventory\.java:([0-9]+)".*/\2 \3/p' "$scratch/inventory.eml" |
            while read -r field line; do
              sed -n "${line}p" "$scratch/Inventory.java" | grep -q "\<$field\>" || echo "$field $line"
            done)
ok "positions are right" test -z "$misplaced"

# With the synchronized parts as units the broken model is safe.
awk '/^proc reserve/ { inside = 1 }
     inside && /^  unit \{/ { next }
     inside && /^    sync/ { print "    unit {" }
     inside && /^  }/ { print "    }"; inside = 0; next }
     { print }' "$scratch/inventory.eml" >"$scratch/small.eml"
ok "smaller units are another model" bash -c '! cmp -s "$1" "$2"' _ "$scratch/small.eml" "$scratch/inventory.eml"
expect 0 "with smaller units all is safe" "$PHASELOCK" check -q "$scratch/small.eml"

done_testing
