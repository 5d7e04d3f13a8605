#!/usr/bin/env bash
# timed.sh -- run a test, and note at the end of its log how much CPU time it took.
#
#     timed.sh COMMAND...
#
# `make check' runs every test in this way, and `make slowest' lists them.
TIMEFORMAT=$'\n# CPU %U user %S system' # after an unfinished line, too
time "$@"
