#!/usr/bin/env bash
# short.sh -- a short run of the fuzzer, the same at every run, for `make check'; with
# FUZZ=java (short_java.sh) of the class-file reader, with FUZZ=trace of traces.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/fuzz/build.sh"
runs=${runs:-8000}

echo 'int LLVMFuzzerTestOneInput (const char *d, long n) { return 0; }' >"$scratch/probe.c"
if ! clang -fsanitize=fuzzer,address,undefined "$scratch/probe.c" -o "$scratch/probe" 2>"$scratch/log"; then
  skip "fuzzing" "no clang with libFuzzer"
  done_testing
  exit
fi
mkdir "$scratch/found"
ok "the harness compiles" compile_with "$scratch/harness" "${harness[@]}" -- \
  clang -g -O1 -DFUZZ_MEMORY_MB=12 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
gather_seeds "$scratch/seeds"
# Bounded by runs, not by time, and from a fixed seed.
ok "$runs runs find nothing" "$scratch/harness" -runs="$runs" -seed=1 -verbosity=0 -close_fd_mask=1 \
  -max_len=2048 -timeout=300 -rss_limit_mb=2000 -dict="$dictionary" \
  -artifact_prefix="$scratch/found/" "$scratch/seeds"
for find in "$scratch"/found/*; do
  [ -e "$find" ] || continue
  echo "# the input, in base64:"
  base64 "$find" | sed 's/^/# /'
done
done_testing
