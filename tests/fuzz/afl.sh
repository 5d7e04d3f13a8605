#!/usr/bin/env bash
# afl.sh -- fuzz with afl++: [FUZZ=java] afl.sh SECONDS [FOLDER]
#
# As fuzz.sh, with FOLDER/out for what afl-fuzz writes.  Exit status 0: no crash
# and no hang found.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
seconds=${1:?usage: afl.sh SECONDS [FOLDER]}
work=${2:-$(mktemp -d)}
mkdir -p "$work"
with_javac=yes meeting_interleave_seeds "$work/seeds"
export AFL_QUIET=1
MORE=$SOURCE/tests/fuzz/replay.c compile_with "$work/objects" "$work/replay" \
  "${AFL_CC:-afl-clang-fast}" -g -O2 -DFUZZ_MEMORY_MB=12
unset BUILD
env -u SOURCE AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
  afl-fuzz -i "$work/seeds" -o "$work/out" -x "$SOURCE/tests/fuzz/$FUZZ.dict" -t 2000+ -V "$seconds" \
  -- "$work/replay"
finds=$(find "$work/out/default/crashes" "$work/out/default/hangs" -name 'id:*' | wc -l)
echo "afl++: $finds finds, in $work/out"
[ "$finds" = 0 ]
