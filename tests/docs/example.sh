#!/usr/bin/env bash
# example.sh -- the worked example of the theory is true: what its commands print.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
doc_cut "$SOURCE/doc/theory-example.md"
rm "$(grep -l -e --log= "$scratch"/block.*)" # log.sh has that
doc_commands "$SOURCE"
ok "three commands" test "$doc_count" -eq 3
# The sizes that the page tells.
stats=$("$PHASELOCK" check --without free-places --format jsonl --stats -p 12 -f count,data models/examples/stack.eml | sed -n 1p)
for number in '"choices":1' '"locks":1' '"symbols":52' '"rules":280' '"looks":2'; do
  ok "the query: $number" grep -qF "$number" <<<"$stats"
done
done_testing
