#!/usr/bin/env bash
# example.sh -- the worked example of the theory is true: what its commands print.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
doc_cut "$SOURCE/doc/theory-example.md"
doc_commands "$SOURCE"
ok "five commands" test "$doc_count" -eq 5
done_testing
