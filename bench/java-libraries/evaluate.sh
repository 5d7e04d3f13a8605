#!/usr/bin/env bash
# evaluate.sh -- Debian's Java libraries, checked as they are: `make evaluate-java'.
#
#     bench/java-libraries/evaluate.sh [FOLDER [DOC]]
#
# Installs the packages of libraries.list and findbugs, checks each jar with default
# options, drives its first twenty causes on a JVM, which executes the libraries, and writes
# doc/java-libraries.md (DOC: the folder instead of doc/).  What came out
# stays in FOLDER (default: evaluate-java in the build folder); a jar that was checked by
# the same program is not checked again, so this can be stopped and goes on when it is
# called again.  LIMIT=SECONDS: the CPU time that a jar may take (default 600).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/_build}
program=${PHASELOCK:-$build/phaselock}
out=${1:-$build/evaluate-java}
doc=${2:-$root/doc}
fail () { printf 'evaluate-java: %s\n' "$*" >&2; exit 2; }
[ -x "$program" ] || fail "there is no $program: build first (./run --version), or set BUILD"
here_before=$here here=$root
source "$root/scripts/build.sh"
here=$here_before
mapfile -t wanted < <(sed 's/#.*//' "$here/libraries.list" | awk 'NF == 2 { print $1 ":/usr/share/java/" $2 }')
install_missing python3:/usr/bin/python3 findbugs:/usr/bin/findbugs "${wanted[@]}"
mkdir -p "$out"
identity=$(sha256sum <"$program")
if [ "$(cat "$out/identity" 2>/dev/null)" != "$identity" ]; then
  rm -f "$out"/*.jar.json "$out"/*.jar.txt "$out"/*.causes.json "$out"/*.confirm.json
  printf '%s\n' "$identity" >"$out/identity"
fi
for entry in "${wanted[@]}"; do
  jar=${entry##*/}
  [ -f "$out/$jar.json" ] || python3 "$here/evaluate.py" run "$program" "$here/libraries.list" "$out" "$jar"
  [ -f "$out/$jar.findbugs.json" ] || python3 "$here/evaluate.py" findbugs "$here/libraries.list" "$out" "$jar"
  python3 "$here/confirm.py" run "$program" "$here/libraries.list" "$out" "$jar"
done
python3 "$here/evaluate.py" table "$out" >"$out/table.md"
python3 "$here/confirm.py" table "$out" >"$out/confirmed.md"
sed -e "/^@TABLE@\$/{r $out/table.md" -e 'd}' -e "/^@CONFIRMED@\$/{r $out/confirmed.md" -e 'd}' -e "/^@JUDGED@\$/{r $here/judged.md" -e 'd}' \
  "$here/java-libraries.md.in" >"$doc/java-libraries.md"
