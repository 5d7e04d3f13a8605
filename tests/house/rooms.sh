#!/usr/bin/env bash
# rooms.sh -- the walls of the house stand: includes and declared structs go one way, no
# engine includes another, no two headers have one name, and each room links with only what
# is below it.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
cd "$SOURCE" || exit
house=tests/house
# Not what Flex and Bison make, which a tarball has.
mapfile -t files < <(find src wpds eml phaseauto java jvm llvm trace -name '*.[chyl]' -o -name '*.def' | grep -vE '/(pa_)?(parse|scan)\.[ch]$' | sort)
ok "there are sources" test ${#files[@]} -gt 200

graph () { LC_ALL=C awk -f "$house/includes.awk" "$house/rooms" "$@"; }
ok "every include goes down, and none closes a cycle" graph "${files[@]}"

# The test can fail: an edge upwards, an edge to nowhere, a cycle.
copy=$scratch/copy
mkdir -p "$copy/src/base" "$copy/src/io" "$copy/wpds"
cp -r "$house" "$copy/house"
planted () { # NAME WORD: the complaint has WORD
  local said
  said=$(cd "$copy" && LC_ALL=C awk -f house/includes.awk house/rooms $(find src wpds -name '*.[ch]' | sort))
  grep -q "$2" <<<"$said"
  tap_result $? "$1"
}
printf '#include "io/json.h"\n' >"$copy/src/base/arena.c"
printf '#include "base/arena.h"\n' >"$copy/src/io/json.h"
: >"$copy/src/base/arena.h"
planted "an edge upwards is found" "src/base/arena.c:1: src/base may not include src/io"
printf '#include "arena.h"\n' >"$copy/src/base/arena.c"
planted "an include that is not spelt from its room is found" "is spelt from no room"
printf '#include "wpds/b.h"\n' >"$copy/wpds/a.h"
printf '#include "wpds/a.h"\n' >"$copy/wpds/b.h"
planted "a cycle is found" "cycle: .*wpds/[ab].h -> wpds/[ab].h"
printf 'struct destination;\n' >"$copy/src/base/arena.c"
printf 'struct destination\n{\n  int stream;\n};\n' >"$copy/src/io/json.h"
planted "a struct of a room above that is declared is found" \
  "src/base/arena.c:1: src/base may not know struct destination of src/io"
printf 'struct destination\nmake (void)\n{\n}\n' >"$copy/src/io/json.h"
is "... a function that returns one defines none" \
  "$(cd "$copy" && LC_ALL=C awk -f house/includes.awk house/rooms src/base/arena.c src/io/json.h)" ""

mkdir -p "$copy/src/explain" "$copy/eml"
printf '#include "eml/print.h"\n' >"$copy/src/explain/repair.c"
printf '#include "eml/eml.h"\n' >"$copy/src/explain/finding.h"
: >"$copy/eml/print.h"
: >"$copy/eml/eml.h"
is "of a room of which one header may be included, another is found" \
  "$(cd "$copy" && LC_ALL=C awk -f house/includes.awk house/rooms src/explain/* eml/*)" \
  'src/explain/finding.h:1: src/explain may not include eml ("eml/eml.h")'

# The walls within src/engine, by the same graph: its folders are rooms of their own.
within () { # FILES: what is wrong in src/engine
  LC_ALL=C awk -f "$house/includes.awk" <(cat "$house/rooms" "$house/walls") "$@" |
    grep '^src/engine/'
}
is "no engine includes another, and what is shared none" "$(within "${files[@]}")" ""
column () { # WHAT: the folders that are that
  sed -nE "s|^src/engine/([^ ]*) +$1 .*|\\1|p" "$house/walls" | sort
}
is "the walls name the engines of the table" "$(column engine | paste -sd' ')" \
  "$(sed -nE 's/^ENGINE \((.*)\)$/\1/p' src/engine/engines.def | sort | paste -sd' ')"
is "... and all folders" "$( (column engine; column shared) | sort | paste -sd' ')" \
  "$(cd src/engine && printf '%s\n' */ | sed 's|/||' | sort | paste -sd' ')"
for engine in $(column engine); do
  is "nobody may include $engine" "$(grep -E " src/engine/$engine( |$)" "$house/walls")" ""
done
mkdir -p "$copy/src/engine/bmc" "$copy/src/engine/ic3"
printf '#include "engine/ic3/a.h"\n' >"$copy/src/engine/bmc/b.c"
: >"$copy/src/engine/ic3/a.h"
said=$(cd "$copy" && house=house within src/engine/bmc/b.c src/engine/ic3/a.h)
is "an engine that includes another is found" "$said" \
  'src/engine/bmc/b.c:1: src/engine/bmc may not include src/engine/ic3 ("engine/ic3/a.h")'

# Whoever changes a room has its tests, in seconds.  Certificates test their checker.
checks=" $(sed -nE '/^CHECK_ROOMS/,/[^\\]$/p' tests/local.mk | tr -d '\\\n') "
is "each room has its check-ROOM" "$(while read -r folder _; do
  case $folder in ''|'#'*|src/certificate/checker) continue ;; esac
  case $checks in *" check-${folder##*/} "*) ;; *) echo "$folder" ;; esac
done <"$house/rooms")" ""

twice=$(printf '%s\n' "${files[@]}" | grep '\.h$' | sed 's|.*/||' | sort | uniq -d)
ok "no two headers have one name" test -z "$twice"
[ -z "$twice" ] || sed 's/^/# /' <<<"$twice"

# Link all of a room with the libraries of the rooms below it, and nothing else: no
# symbol is missing.
if ! command -v "${CC:-cc}" >/dev/null || [ ! -f "$BUILD/libbase.la" ]; then
  skip "rooms link with what is below them" "no compiler, or no libraries"
  done_testing
  exit
fi
printf 'int main (void) { return 0; }\n' >"$scratch/main.c"
external=$(sed -n 's/^\(XXHASH\|JANSSON\|BUDDY\|CADICAL\|SQLITE\)_LIBS = //p' "$BUILD/Makefile" | tr '\n' ' ')
mode=$(sed -n 's/^MODE_CFLAGS = //p' "$BUILD/Makefile")
declare -A library stands_on
while read -r folder name below; do
  case $folder in ''|'#'*) continue ;; esac
  library[$folder]=$BUILD/.libs/$name.a
  [ "$below" != - ] || below=
  below=$(sed -E 's|/[^/ ]*\.h\b||g' <<<"$below") # a header is of its room's library
  # The table goes from the ground up, so what is below has its own list already.
  for room in $below; do below="$below ${stands_on[$room]}"; done
  stands_on[$folder]=$(printf '%s\n' $below | sort -u | tr '\n' ' ')
done <"$house/rooms"
link () { # FOLDER, and the rooms to link it with
  local whole=${library[$1]} below=() room
  for room in "${@:2}"; do below+=("${library[$room]}"); done
  # shellcheck disable=SC2086
  "${CC:-cc}" $mode -o "$scratch/linked" "$scratch/main.c" -Wl,--whole-archive "$whole" \
    -Wl,--no-whole-archive -Wl,--start-group "${below[@]}" -Wl,--end-group $external -lm -lpthread
}
while read -r folder name below; do
  case $folder in ''|'#'*|src/library|src/cli|trace/record) continue ;; esac
  # shellcheck disable=SC2086
  ok "$folder links with what is below it" link "$folder" ${stands_on[$folder]}
done <"$house/rooms"
status=0
link src/engine src/base >/dev/null 2>&1 || status=$?
ok "and an engine does not link with src/base alone" test "$status" != 0
done_testing
