#!/usr/bin/env bash
# fuzz.sh -- fuzz with libFuzzer (clang, ASan, UBSan): [FUZZ=java|trace] fuzz.sh SECONDS [FOLDER]
#
# The corpus grows in FOLDER/corpus (default: a temporary one, removed again),
# finds go to FOLDER/found.  Exit status 0: nothing found.  A find is a bug: fix
# it and keep the input in tests/fuzz/corpus.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
seconds=${1:?usage: fuzz.sh SECONDS [FOLDER]}
work=${2:-}
if [ -z "$work" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work/corpus" "$work/seeds" "$work/objects" "$work/harness"; rmdir "$work/found" "$work" 2>/dev/null || true' EXIT
fi
mkdir -p "$work/corpus" "$work/found"
with_javac=yes meeting_interleave_seeds "$work/seeds"
compile_with "$work/objects" "$work/harness" \
  "${CLANG:-clang}" -g -O1 -DFUZZ_MEMORY_MB=12 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
status=0
"$work/harness" -dict="$SOURCE/tests/fuzz/$FUZZ.dict" -artifact_prefix="$work/found/" \
  -max_len=4096 -timeout=20 -rss_limit_mb=1500 -print_final_stats=1 \
  -max_total_time="$seconds" ${FUZZ_OPTIONS:-} "$work/corpus" "$work/seeds" || status=$?
if [ "$status" != 0 ]; then echo "found something: see $work/found" >&2; fi
exit "$status"
