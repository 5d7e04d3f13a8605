#!/usr/bin/env bash
# lsp.sh -- `phaselock lsp', with a client that speaks the protocol.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
export PHASELOCK SOURCE
exec python3 "$SOURCE/tests/editors/lsp.py" "$scratch"
