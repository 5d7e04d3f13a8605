#!/usr/bin/env bash
# doc.sh -- the examples of doc/trace.md work.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../lib/doc.sh"
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
PHASELOCK=${PHASELOCK:-$SOURCE/_build/phaselock}
export PHASELOCK
doc_cut "$SOURCE/doc/trace.md"
# What `cat' shows is the file.
for block in "$scratch"/block.*; do
  awk -v folder="$scratch" '/^\$ cat [a-z]+\.std$/ { file = folder "/" $3; next }
                            /^\$ / { file = "" } file { print > file }' "$block"
done
ln -s "$(cd "$SOURCE" && pwd)/models" "$scratch/models"
doc_commands "$scratch"
ok "doc/trace.md has at least seven commands" test "$doc_count" -ge 7
done_testing
