#!/usr/bin/env bash
# room.sh -- the tests of `make check-ROOM': those of the room that end within seconds.
#
#     room.sh ROOM TEST...     prints which of the tests are run after a change of ROOM
#
# A room is a folder of sources; its tests are those in the folder of the same name below
# tests/, or in those that the table below gives.  tests/slow has what is left to
# `make check'.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
room=$1; shift
case $room in
  io) wanted="tests/cli/inputs.sh tests/cli/outputs.sh tests/cli/hostile.sh" ;;
  inputs) wanted="tests/cli/inputs.sh tests/java/options.sh" ;;
  query) wanted="tests/cli/check.sh tests/cli/usage.sh" ;;
  ask) wanted="tests/engine/* tests/cli/data.sh" ;;
  ir) wanted="tests/ir/* tests/eml/*" ;;
  reader) wanted="tests/java/reader/*" ;;
  ledger) wanted="tests/java/gaps.sh" ;;
  program) wanted="tests/java/choice.sh tests/java/unreadable.sh tests/java/shapes" ;;
  interpreter|writer) wanted="tests/java/values tests/java/shapes tests/java/steps tests/java/gaps.sh" ;;
  locks) wanted="tests/java/deadlocks.sh" ;;
  antichain|bdd|cpds|direct|weighted) wanted="tests/engine/* tests/phaseauto/*" ;;
  steps) wanted="tests/explicit/* tests/referee/*" ;;
  symbolic) wanted="tests/bmc/* tests/ic3/*" ;;
  blocks|pdr) wanted="tests/ic3/*" ;;
  binary) wanted="tests/llvm/confirm.sh" ;;
  recording) wanted="tests/record/*" ;;
  *) wanted="tests/$room/*" ;;
esac
slow=" $(sed 's/#.*//' "$here/slow" | tr '\n' ' ') "
set -f
for test in "$@"; do
  for pattern in $wanted; do
    # shellcheck disable=SC2254 # it is a pattern
    case $test in $pattern) case $slow in *" $test "*) ;; *) echo "$test" ;; esac; break ;; esac
  done
done
