#!/usr/bin/env bash
# tutorial.sh -- doc/tutorial.md does what it says: its files, its commands, its
# positions, and what it says about other units.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
document=$SOURCE/doc/tutorial.md
export XDG_CACHE_HOME=$scratch/cache
doc_cut "$document"
doc_without_java "the part of tutorial.md that begins with Java"
doc_files "$scratch" >"$scratch/names"
if ! "$PHASELOCK" llvm -q "$scratch/seats.c" >/dev/null 2>&1; then
  skip "the part of tutorial.md that begins with C" "no clang, or built without LLVM"
  for block in $(grep -lE '^\$ .*\<seats' "$scratch"/block.*); do rm "$block"; done
fi
for file in Inventory.java Branch.java inventory.eml percent.eml seats.c; do
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

# So is what a thread of the C program does.
repaired=
for block in "$scratch"/block.*; do
  head -2 "$block" | grep -q '^static void \*sell' && ! grep -q main "$block" && repaired=$block
done
ok "there is a repaired thread" test -n "$repaired"
awk -v block="${repaired:-/dev/null}" '
  /^static void \*sell/ { while ((getline line <block) > 0) print line; skip = 1 }
  !skip { print }
  /^}/ { skip = 0 }' "$scratch/seats.c" >"$scratch/seatsfixed.c"

# The build script, which finds the program in the path.
for block in "$scratch"/block.*; do
  head -1 "$block" | grep -q '^#!/bin/sh$' && cp "$block" "$scratch/build.sh"
done
ok "there is a build script" test -s "$scratch/build.sh"
mkdir "$scratch/bin"
ln -s "$PHASELOCK" "$scratch/bin/phaselock"
PATH=$scratch/bin:$PATH

doc_commands "$scratch"
ok "sixteen commands" test "$doc_count" -ge 16
expect 10 "the build is red in the end" env -C "$scratch" sh build.sh
expect 0 "what was added is formatted" "$PHASELOCK" fmt --check "$scratch/models/inventory.eml"
echo "fild x;" >"$scratch/models/inventory.eml"
expect 2 "and it is red if the model is broken" env -C "$scratch" sh build.sh

# Each access stands on the line of the class that its position names.
misplaced () { # MODEL CLASS: accesses whose field is not on their line
  grep -oE "(read|write) [a-z]+ @\"$2\.java:[0-9]+\"" "$scratch/$1" | tr -c 'a-z0-9\n' ' ' |
    while read -r _ field _ _ line; do
      sed -n "${line}p" "$scratch/$2.java" | grep -q "\<$field\>" || echo "$field $line"
    done
}
ok "positions in inventory.eml are right" test -z "$(misplaced inventory.eml Inventory)"
sed 's/Inventory.java:/Inventory.java:1/' "$scratch/inventory.eml" >"$scratch/moved.eml"
ok "wrong ones would be found" test -n "$(misplaced moved.eml Inventory)"

# With the synchronized parts as units the broken model is safe.
awk '/^proc reserve/ { inside = 1 }
     inside && /^  unit \{/ { next }
     inside && /^    sync/ { print "    unit {" }
     inside && /^  }/ { print "    }"; inside = 0; next }
     { print }' "$scratch/inventory.eml" >"$scratch/small.eml"
ok "smaller units are another model" bash -c '! cmp -s "$1" "$2"' _ "$scratch/small.eml" "$scratch/inventory.eml"
expect 0 "with smaller units all is safe" "$PHASELOCK" check -q "$scratch/small.eml"

done_testing
