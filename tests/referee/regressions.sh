#!/usr/bin/env bash
# regressions.sh -- models on which an engine and the referee once disagreed: they agree.
"$BUILD/tests/referee/compare" "$SOURCE"/tests/referee/regressions/*.eml
