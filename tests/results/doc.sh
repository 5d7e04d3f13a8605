#!/usr/bin/env bash
# doc.sh -- doc/results.md is true: its examples, its tables and views.
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

# What the file has is in the tables, and the other way round.
documented () { # KIND: NAME: COLUMN...
  awk -v kind="| $1 |" 'index ($0, kind) == 1 { inside = 1; getline; next } !/^\|/ { inside = 0 } inside' \
    "$SOURCE/doc/results.md"
}
names () { sqlite3 examples.sqlite "SELECT name FROM sqlite_schema WHERE type = '$1' ORDER BY name"; }
for kind in table view; do
  ok "every $kind is documented" diff <(documented $kind | sed -E 's/^\| `([a-z_]+)`.*/\1/' | sort) <(names $kind)
  for name in $(names $kind); do
    missing=$(sqlite3 examples.sqlite "SELECT name FROM pragma_table_info ('$name')" |
      while read -r column; do
        # "and the same": as the row above.
        documented $kind | grep -A0 -B1 "^| \`$name\`" | grep -q "\`$column\`" || echo "$column"
      done)
    ok "columns of $name" test -z "$missing"
    [ -z "$missing" ] || sed 's/^/# /' <<<"$missing"
  done
done
done_testing
