#!/usr/bin/env bash
# words.sh -- the manual has no more words than the ceiling in tests/docs/words, and no
# more wide lines than that in tests/docs/wide; and the count that says so can fail.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
count=$SOURCE/scripts/words.sh

house=$scratch/house
mkdir -p "$house"/{doc,tests/docs}
wide=$(printf 'wide%.0s' {1..31})
printf 'one two\n' >"$house/doc/a.md"
printf '| %s |\n\n    %s\n\n![%s](x.svg)\n' "$wide" "$wide" "$wide" >"$house/doc/b.md"
counted () { # STATUS LINE: exit status, and a line of the output with blanks squeezed
  local status=0 table
  table=$("$count" "$house") || status=$?
  [ "$status" = "$1" ] && grep -qxF -- "$2" <<<"$(tr -s ' ' <<<"$table" | sed 's/^ //')" && return
  sed 's/^/# /' <<<"status $status
$table"
  return 1
}

echo 7 >"$house/tests/docs/words"
echo 0 >"$house/tests/docs/wide"
ok "as many as the ceiling; tables, examples and pictures may be wide" counted 0 "7 words, at most 7"
echo three >>"$house/doc/a.md"
ok "one word more is too many" counted 1 "8 words, at most 7"
echo 99 >"$house/tests/docs/words"
ok "the ceiling is lowered" "$count" --lower "$house"
ok "... to the present number" grep -qx 8 "$house/tests/docs/words"
echo four >>"$house/doc/a.md"
expect 1 "... and not raised" "$count" --lower "$house"
ok "... in any case" grep -qx 8 "$house/tests/docs/words"
printf '%s\n' "$wide" >"$house/doc/a.md"
ok "a wide line is too many" counted 1 "1 wide lines, at most 0"
ok "... and is named" counted 1 "wide: doc/a.md:1"
echo many >"$house/tests/docs/words"
expect 2 "a ceiling that is no number is misuse" "$count" "$house"

# And now our own.
ok "the manual is below its ceilings" "$count" "$SOURCE"
done_testing
