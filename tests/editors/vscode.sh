#!/usr/bin/env bash
# vscode.sh -- the extension for VS Code, in node with a small stand-in for VS Code.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
command -v node >/dev/null || { echo "1..0 # SKIP no node (Debian: nodejs)"; exit 0; }
exec timeout 60 node "$SOURCE/tests/editors/vscode.js" "$SOURCE/editors/vscode/extension.js" "$SOURCE/models/examples/stack.eml" "$PHASELOCK"
