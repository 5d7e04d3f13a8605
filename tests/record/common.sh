# common.sh -- for the scripts in this folder: compile programs, record them.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
PHASELOCK=${PHASELOCK:-$SOURCE/_build/phaselock}
export LC_ALL=C
cd "$scratch" || exit 1
phaselock () { timeout 100 "$PHASELOCK" "$@"; }

# Not without the compiler's hooks and the lines.
printf 'int main (void) { return 0; }\n' >probe.c
gcc -g -fsanitize=thread -c probe.c 2>probe.err || {
  echo "1..0 # SKIP no gcc with -fsanitize=thread"; exit 0; }
has_lines=yes
grep -q 'define HAVE_LIBDW 1' "${BUILD:-$SOURCE/_build}/config.h" || has_lines=

# compile SOURCE PROGRAM [FLAG...]: instrumented, and linked with the recorder.
link=$("$PHASELOCK" record --link)
compile () {
  local compiler=gcc
  case $1 in *.cc) compiler=g++ ;; esac
  # shellcheck disable=SC2086
  "$compiler" -g -O1 -w -fsanitize=thread -I"$SOURCE/trace/record" "${@:3}" -c "$1" -o "$2.o" &&
    "$compiler" "$2.o" -o "$2" $link
}
# record TRACE PROGRAM...: and the order of events is a possible one.
record () {
  local trace=$1; shift
  phaselock record -o "$trace" -- "$@" >"$trace.out" 2>"$trace.err"
}
in_order () { awk -f "$SOURCE/tests/record/order.awk" "$1"; }
counts () { # TRACE TEXT: how many lines have it
  grep -cF -- "$2" "$1"
}
