#!/usr/bin/env bash
# exports.sh -- names that want to get out of the comments, strings and elements of Promela, DOT, SVG, Mermaid, SARIF,
# SQLite, the page, Markdown and automata; read by Spin, Graphviz and Python.
source "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
build=${BUILD:-$(dirname "$PHASELOCK")}
PHASELOCK=$PHASELOCK exec python3 "$SOURCE/tests/cli/exports.py" "$scratch" "$build/tests/explain/markup" "$build/tests/explain/sarif"
