#!/usr/bin/env bash
# installed.sh -- the library as it is after `make install': found by pkg-config,
# used by a program that knows nothing else of this project.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C

# What the build was configured with.
setting () { sed -n "s/^$1 = *//p" "$BUILD/Makefile" | head -1; }
root=$scratch/root
ok "make install" "$(setting MAKE | grep . || echo make)" -C "$BUILD" install DESTDIR="$root"
pc=$(find "$root" -name phaselock.pc)
ok "phaselock.pc is installed" test -f "$pc"
libraries=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# A prefix that comes as late as that.
late=$scratch/late
ok "make install prefix=" "$(setting MAKE | grep . || echo make)" -C "$BUILD" install prefix="$late"
ok "phaselock.pc knows it" test "$(PKG_CONFIG_PATH=$(dirname "$(find "$late" -name phaselock.pc)") PKG_CONFIG_SYSROOT_DIR= \
  pkg-config --variable=includedir phaselock)" = "$late/include"
ok "make uninstall" "$(setting MAKE | grep . || echo make)" -C "$BUILD" uninstall prefix="$late"
ok "leaves no phaselock.pc" test -z "$(find "$late" -name phaselock.pc)"

version=$(setting PACKAGE_VERSION)
ok "pkg-config knows the version" test "$(pkg-config --modversion phaselock)" = "$version"
ok "and where the automata are" test -f "$(pkg-config --variable=automata phaselock)/strict.pa"
ok "and the models" test -f "$(pkg-config --variable=models phaselock)/examples/stack.eml"

# compile NAME SOURCE-FILE [FLAG...]: with the compiler of the build.
compile () {
  local name=$1 file=$2; shift 2
  # shellcheck disable=SC2046
  $(setting CC) $(setting MODE_CFLAGS) -Wall -Wextra -Werror "$@" "$file" \
    $(pkg-config --cflags --libs phaselock) -o "$scratch/$name"
}

# The example program, and what doc/library.md says that it prints.
cd "$SOURCE" || exit
ok "the example compiles" compile violations doc/examples/violations.c -std=c11 -pedantic
expect 1 "the example runs" "$scratch/violations" models/examples/stack.eml
ok "and finds two violations" grep -q '^models/examples/stack.eml: 2 violations$' <<<"$out"
expect 0 "it finds none in the repaired one" "$scratch/violations" models/examples/stack-fixed.eml
expect 1 "it tells what is wrong with a model" "$scratch/violations" /nonexistent.eml
ok "on standard error" grep -q '^/nonexistent.eml: error: ' <<<"$err"
ok "and counts nothing" test -z "$out"
# Sanitizers reserve terabytes.
if [ -z "$(setting MODE_CFLAGS)" ]; then
  "$BUILD/phaselock-gen" straight -n 100000 >"$scratch/large.eml"
  expect 1 "without memory it gives up" bash -c 'ulimit -v 20000; exec "$@"' - "$scratch/violations" "$scratch/large.eml"
  ok "and says so" grep -q ': not enough memory$' <<<"$err"
fi
mkdir "$scratch/bin" && ln -s "$scratch/violations" "$scratch/bin/violations"
export PATH=$scratch/bin:$PATH
doc_cut doc/library.md
doc_commands "$SOURCE"
ok "doc/library.md has a command" test "$doc_count" -ge 1

# The example in the header.
{ printf '#include <stdio.h>\n#include <phaselock.h>\nint main (void)\n{\n'
  awk '/^ \*\/$/ { exit } /^ \*     / { print substr ($0, 3) }' src/library/phaselock.h
  printf '  return 0;\n}\n'; } >"$scratch/header.c"
ok "the header has an example" grep -q phaselock_decide "$scratch/header.c"
ok "it compiles" compile header "$scratch/header.c" -std=c11 -pedantic
cp models/examples/stack.eml "$scratch"
cd "$scratch" || exit
expect 0 "it runs" ./header
ok "it finds what is there" test "$out" = $'pattern 1\npattern 12'
rm stack.eml
expect 0 "it runs without a model" ./header
ok "and says so" grep -q '^stack.eml: error: ' <<<"$err"

# C++ can use it.
cxx=
for word in g++ clang++; do command -v $word >/dev/null && cxx=$word && break; done
if [ -n "$cxx" ]; then
  printf '#include <phaselock.h>\nint main () { return !*phaselock_version (); }\n' >x.cc
  # shellcheck disable=SC2046
  ok "C++ can use it" $cxx -Wall -Wextra -Werror -fsyntax-only x.cc $(pkg-config --cflags phaselock)
else skip "C++ can use it" "no C++ compiler"; fi

# Nothing but the header can be seen.
shared=$libraries/libphaselock.so
if [ -e "$shared" ]; then
  nm -D --defined-only "$shared" | awk '{ print $NF }' | grep -v '^__\(a\|t\|ub\)san\|^__sanitizer\|^__gcov\|^mangle_path$\|^___' |
    sort >exported
  grep -oE '\bphaselock_[a-z_]+ \(' "$SOURCE/src/library/phaselock.h" | tr -d ' (' | sort -u >declared
  ok "the library exports what the header declares, and nothing else" diff declared exported
  ok "it has a version of its interface" grep -q 'SONAME.*libphaselock\.so\.0\]' <(readelf -d "$shared")
else
  skip "the library exports what the header declares" "no shared library was built"
  skip "it has a version of its interface" "no shared library was built"
fi
ok "no other header is installed, but that of recorded programs" test \
  "$(find "$root" -name '*.h' | sed 's|.*/include/||' | sort | tr '\n' ' ')" = "phaselock.h phaselock/unit.h "
ok "the installed program runs" "$(find "$root" -name phaselock -path '*/bin/*')" --version
done_testing
