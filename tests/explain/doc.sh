#!/usr/bin/env bash
# doc.sh -- the examples of doc/explain.md work.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../lib/doc.sh"
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
PHASELOCK=${PHASELOCK:-$SOURCE/_build/phaselock}
export PHASELOCK
doc_cut "$SOURCE/doc/explain.md"
doc_files "$scratch" >/dev/null
ln -s "$(cd "$SOURCE" && pwd)/models" "$scratch/models"
doc_commands "$scratch"
ok "doc/explain.md has nine commands" test "$doc_count" -eq 9
done_testing
