#!/usr/bin/env bash
# assertions.sh -- there are enough assertions, in every room; and the count that says
# so can fail.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
count=$SOURCE/scripts/assertions.sh

# A house with two rooms: PER_BASE and PER_WPDS assertions for a thousand lines each.
house=$scratch/house
furnish () { # PER_BASE PER_WPDS
  rm -rf "$house"
  mkdir -p "$house/tests/house" "$house/src/base" "$house/wpds"
  printf '%s\n' '# folder library may include' 'src/base libbase -' 'wpds libwpds src/base' \
    >"$house/tests/house/rooms"
  fill "$1" >"$house/src/base/a.c"
  fill "$2" >"$house/wpds/b.h"
}
fill () { # a thousand lines, the first of them assertions
  awk -v asserts="$1" 'BEGIN { for (i = 1; i <= 1000; i++) print i <= asserts ? "  assert (i > 0);" : "" }'
}
counted () { # STATUS WORDS: exit status, and a line of the table with blanks squeezed
  local status=0 table
  table=$("$count" "$house") || status=$?
  table=$(tr -s ' ' <<<"$table")
  [ "$status" = "$1" ] && grep -qxF -- "$2" <<<"$table" && return
  sed 's/^/# /' <<<"status $status
$table"
  return 1
}

furnish 30 30
ok "thirty in each room are enough" counted 0 "overall 2000 60 30.0"
furnish 25 45
ok "twenty-five in one room, if another has more" counted 0 "src/base 1000 25 25.0"
furnish 24 60
ok "twenty-four in a room are too few" counted 1 "src/base 1000 24 24.0 fewer than 25"
furnish 29 30
ok "twenty-nine and a half overall are too few" counted 1 "overall 2000 59 29.5 fewer than 30"

furnish 30 30
mkdir "$house/src/base/deeper"
printf '%s\n' 'assert (a); assert (b);' 'static_assert (c, "once");' \
  '/* assert (d); */ assert (e); // assert (f);' '/* assert (g);' '   assert (h); */' \
  'my_assert (i); puts ("assert (j); /*"); assert (k);' >"$house/src/base/deeper/c.y"
ok "of a folder in a room, only assertions of the code are counted" \
  counted 0 "src/base 1006 34 33.8"
mkdir "$house/src/attic"
echo 'assert (a);' >"$house/src/attic/d.c"
ok "a file in no room is an error" counted 1 "src/attic/d.c: in no room"
expect 2 "a folder without rooms is misuse" "$count" "$scratch"

# And now our own.
ok "thirty assertions for a thousand lines, and no room below fifteen" "$count" "$SOURCE"
done_testing
