#!/usr/bin/env bash
# short.sh -- a short run of each fuzzer, the same at every run, for `make check': EML,
# class files and jars all the way to models, traces.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/fuzz/build.sh"

echo 'int LLVMFuzzerTestOneInput (const char *d, long n) { return 0; }' >"$scratch/probe.c"
if ! clang -fsanitize=fuzzer,address,undefined "$scratch/probe.c" -o "$scratch/probe" 2>"$scratch/log"; then
  skip "fuzzing" "no clang with libFuzzer"
  done_testing
  exit
fi
# Not optimized: these runs are short, and compiling takes longer than they do; a compiler
# cache knows the files that have not changed since the last time.
cache=$(command -v ccache || true)
fuzz () { # WHAT RUNS
  FUZZ=$1
  mkdir "$scratch/found-$FUZZ"
  ok "$FUZZ: the harness compiles" compile_with "$scratch/objects" "$scratch/harness-$FUZZ" \
    $cache clang -g1 -O0 -DFUZZ_MEMORY_MB=12 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
  meeting_interleave_seeds "$scratch/seeds-$FUZZ"
  # Bounded by runs, not by time, and from a fixed seed.
  ok "$FUZZ: $2 runs find nothing" "$scratch/harness-$FUZZ" -runs="$2" -seed=1 -verbosity=0 -close_fd_mask=1 \
    -max_len=2048 -timeout=300 -rss_limit_mb=2000 -dict="$SOURCE/tests/fuzz/$FUZZ.dict" \
    -artifact_prefix="$scratch/found-$FUZZ/" "$scratch/seeds-$FUZZ"
  for find in "$scratch/found-$FUZZ"/*; do
    [ -e "$find" ] || continue
    echo "# the input, in base64:"
    base64 "$find" | sed 's/^/# /'
  done
}
fuzz eml 8000
fuzz java 3000
fuzz trace 8000
done_testing
