#!/usr/bin/env bash
# doc.sh -- doc/results.md is true: its examples, the names of its tables and views.
source "$SOURCE/tests/results/common.sh"
source "$SOURCE/tests/lib/doc.sh"
if ! command -v sqlite3 >/dev/null || ! has_sqlite; then
  skip "the examples of doc/results.md" "no SQLite"
  done_testing; exit
fi
mkdir -p "$scratch/place/models"
cp -r --no-preserve=mode "$SOURCE/models/examples" "$scratch/place/models/"
doc_cut "$SOURCE/doc/results.md"
doc_commands "$scratch/place"
ok "at least twenty commands" test "$doc_count" -ge 20

# The tables and views of the file are those of the page.
documented () { # KIND: NAME...
  awk -v kind="| $1 |" 'index ($0, kind) == 1 { inside = 1; getline; next } !/^\|/ { inside = 0 } inside' \
    "$SOURCE/doc/results.md" | cut -d'|' -f2 | grep -oE '[a-z_]+' | sort
}
names () { sqlite3 examples.sqlite "SELECT name FROM sqlite_schema WHERE type = '$1' ORDER BY name"; }
for kind in table view; do
  ok "every $kind is documented, and no other" diff <(documented $kind) <(names $kind)
done
done_testing
