#!/usr/bin/env bash
# long.sh -- what `make check-long' adds to `make check': valgrind, distcheck, a
# clang build with all tests, ThreadSanitizer, a Slurm cluster of one machine, and
# long fuzzing.
#
# Run by make with SOURCE and BUILD set.  All is built from a fresh tarball, in
# a temporary folder that stays if something fails.  FUZZ_SECONDS (default
# 1800) is for libFuzzer; afl++ gets half as much, where it is installed.
set -u
: "${SOURCE:?}" "${BUILD:?}" "${MAKE:=make}" "${FUZZ_SECONDS:=1800}"
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d) failed=0
jobs=$(nproc)

# step NAME COMMAND...: run it, with its output in $work/NAME.log.
step () {
  local name=$1; shift
  printf '%-10s ' "$name"
  if "$@" >"$work/$name.log" 2>&1; then echo ok
  else echo "FAILED, see $work/$name.log"; tail -20 "$work/$name.log"; failed=$((failed + 1)); fi
}

# A command that the machine may lack.
have () { command -v "$1" >/dev/null || { printf '%-10s skipped: no %s\n' "$2" "$1"; false; }; }

make_tarball () {
  (cd "$BUILD" && $MAKE dist-gzip) && mkdir "$work/source" &&
    tar xzf "$BUILD"/phaselock-*.tar.gz -C "$work/source" --strip-components=1
}

build () { # FOLDER CONFIGURE-WORD...
  local folder=$work/$1; shift
  mkdir -p "$folder" && cd "$folder" && "$work/source/configure" --quiet "$@" &&
    $MAKE -j"$jobs"
}

under_valgrind () {
  build plain CFLAGS='-g -O1' && $MAKE -j"$jobs" check TESTS= || return
  local grind=(valgrind -q --error-exitcode=9 --leak-check=full "--errors-for-leak-kinds=definite,indirect,possible")
  # A limit of memory per model that valgrind can afford, and the real inputs.
  env -u SOURCE "${grind[@]}" tests/fuzz/replay "$work/source/models/examples" \
    "$work/source/tests/golden" "$work/source/tests/fuzz/corpus" || return
  "${grind[@]}" tests/fuzz/mangled 1 40 || return
  "${grind[@]}" tests/eml/lowering 1 60 || return
  # Without a solver there is no such program.
  if [ -x tests/sat/faults ]; then "${grind[@]}" tests/sat/faults unlimited || return; fi
  for test in diag idset names source suggest vec; do
    "${grind[@]}" "tests/base/$test" || return
  done
  "${grind[@]}" ./phaselock lint "$work/source/models/examples" &&
    "${grind[@]}" ./phaselock dump --what pds "$work/source/models/examples" &&
    "${grind[@]}" ./phaselock fmt --check "$work/source/models/examples"
}

with_clang () {
  build clang CC=clang CFLAGS='-g -O1' --enable-warnings-as-errors --enable-sanitizers \
    --enable-expensive-checks && $MAKE -j"$jobs" check
}

# The library in several threads, watched by ThreadSanitizer.
with_threads () {
  build threads CFLAGS='-g -O1 -fsanitize=thread' &&
    $MAKE -j"$jobs" check TESTS='tests/library/library tests/library/threads'
}

# The campaigns of traces, and of control flow in classes.
with_traces () {
  build traces && $MAKE -j"$jobs" check TESTS= &&
    tests/trace/races 100000 && tests/trace/atomicity 20000 &&
    tests/java/shapes 1 100000 &&
    env SOURCE="$work/source" BUILD="$PWD" PHASELOCK="$PWD/phaselock" \
      bash "$work/source/tests/trace/predict.sh" 5000
}

distcheck () { build dist && $MAKE distcheck; }

step tarball make_tarball
[ "$failed" = 0 ] || exit 1
if have valgrind valgrind; then step valgrind under_valgrind; fi
if have clang clang; then step clang with_clang; fi
step threads with_threads
step traces with_traces
step distcheck distcheck
# Skips by itself where there is none.
step slurm bash "$SOURCE/tests/results/slurm.sh"
if have dpkg-buildpackage package && have dh package && have lintian package; then
  step package env SOURCE="$work/source" BUILD="$work/dist" bash "$work/source/tests/package.sh"
fi
if have jimage jdk; then step jdk env JAVA_ALL=yes bash "$SOURCE/tests/java/jdk.sh"; fi
if have ecj random-java; then step random-java bash "$SOURCE/tests/java/random.sh" 2 300; fi
if have javac keep-java; then step keep-java bash "$SOURCE/tests/java/keep.sh" 2 100; fi
if have clang fuzz; then step fuzz bash "$SOURCE/tests/fuzz/fuzz.sh" "$FUZZ_SECONDS" "$work/fuzz"; fi
if have clang fuzz-java; then step fuzz-java env FUZZ=java bash "$SOURCE/tests/fuzz/fuzz.sh" "$FUZZ_SECONDS" "$work/fuzz-java"; fi
if have afl-clang-fast afl; then step afl bash "$SOURCE/tests/fuzz/afl.sh" $((FUZZ_SECONDS / 2)) "$work/afl"; fi
if have afl-clang-fast afl-java; then step afl-java env FUZZ=java bash "$SOURCE/tests/fuzz/afl.sh" $((FUZZ_SECONDS / 2)) "$work/afl-java"; fi
if [ "$failed" = 0 ]; then rm -rf "$work"; fi
echo "check-long: $failed failed"
[ "$failed" = 0 ]
