#!/usr/bin/env bash
# data.sh -- the models and commands of doc/data.md.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
doc_cut "$SOURCE/doc/data.md"
doc_files "$scratch" >"$scratch/names"
ok "two files" test "$(wc -l <"$scratch/names")" = 2
expect 0 "the models are formatted" "$PHASELOCK" fmt --check "$scratch"/*.eml
cp "$SOURCE/models/data/lazy-fixed.eml" "$scratch"
doc_commands "$scratch"
ok "six commands" test "$doc_count" = 6
done_testing
