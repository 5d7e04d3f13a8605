#!/usr/bin/env bash
# lines.sh -- the program has no more lines of C than the ceiling in tests/house/lines;
# and the count that says so can fail.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
count=$SOURCE/scripts/lines.sh

house=$scratch/house
mkdir -p "$house"/{tests/house,src/base,eml,jvm,llvm}
printf 'a\nb\n' >"$house/src/base/a.c"
printf 'c\n' >"$house/eml/parse.y"
for generated in eml/parse.c jvm/j.c llvm/l.c tests/t.c; do echo x >"$house/$generated"; done
counted () { # STATUS WORDS: exit status, and a line of the table with blanks squeezed
  local status=0 table
  table=$("$count" "$house") || status=$?
  [ "$status" = "$1" ] && grep -qxF -- "$2" <<<"$(tr -s ' ' <<<"$table")" && return
  sed 's/^/# /' <<<"status $status
$table"
  return 1
}

echo 3 >"$house/tests/house/lines"
ok "as many as the ceiling; tests, jvm, llvm and generated files do not count" counted 0 "overall 3"
echo d >>"$house/src/base/a.c"
ok "one more is too many" counted 1 "overall 4"
echo 9 >"$house/tests/house/lines"
ok "the ceiling is lowered" "$count" --lower "$house"
ok "... to the present number" grep -qx 4 "$house/tests/house/lines"
echo e >>"$house/src/base/a.c"
expect 1 "... and not raised" "$count" --lower "$house"
ok "... in any case" grep -qx 4 "$house/tests/house/lines"
echo many >"$house/tests/house/lines"
expect 2 "a ceiling that is no number is misuse" "$count" "$house"

# And now our own.
ok "the program is below its ceiling" "$count" "$SOURCE"
done_testing
