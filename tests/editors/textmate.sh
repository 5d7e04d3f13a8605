#!/usr/bin/env bash
# textmate.sh -- the grammars of editors/vscode see what the scanners see.
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$SOURCE/tests/editors
python3 "$here/check.py" write "$SOURCE" "$scratch" || exit
python3 "$here/check.py" textmate "$SOURCE" "$scratch"
