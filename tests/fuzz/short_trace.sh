#!/usr/bin/env bash
# short_trace.sh -- short.sh for traces.
FUZZ=trace
source "$SOURCE/tests/fuzz/short.sh"
