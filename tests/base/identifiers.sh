#!/usr/bin/env bash
# identifiers.sh -- the compiler refuses one kind of identifier where another is
# due (src/base/ids.h): a value, an array, a bare number, for every pair of kinds.
source "$SOURCE/tests/lib/tap.sh"
export LC_ALL=C

# What the build was configured with.
setting () { sed -n "s/^$1 = *//p" "$BUILD/Makefile" | head -1; }

# compile TEXT: is it C, with the compiler and the warnings of the build?
compile () {
  # shellcheck disable=SC2046
  printf '%s\n' '#include "base/ids.h"' "$1" |
    $(setting CC) $(setting WARN_CFLAGS) -Wno-missing-prototypes -fsyntax-only \
      -I"$BUILD" -I"$SOURCE" -I"$SOURCE/src" -x c - >"$scratch/said" 2>&1
}
# Refused, and because of the types.
refused () {
  ! compile "$1" && grep -q incompatible "$scratch/said"
}
# For a list of texts: all of them, else those that are not.
all () { # NAME TEST TEXT...
  local name=$1 test=$2 wrong=0; shift 2
  for text; do
    "$test" "$text" || { wrong=$((wrong + 1)); echo "# not $test: $text"; }
  done
  tap_result $((wrong > 0)) "$name ($# times)"
}

mapfile -t kinds < <(sed -n 's/^} \([a-z_]*\);$/\1/p' "$SOURCE/src/base/ids.h")
ok "ids.h has its kinds" test "${kinds[*]}" = "lock_id field_id set_id process_id body_id \
thread_id parameter_id lock_number participant_id"

for due in "${kinds[@]}"; do
  takes="void take ($due x); void take_all (const $due *x);"
  values=() arrays=()
  for given in "${kinds[@]}"; do
    [ "$given" = "$due" ] && continue
    values+=("$takes void f ($given x) { take (x); }")
    values+=("$takes $due f ($given x) { return x; }")
    arrays+=("$takes void f (const $given *x) { take_all (x); }")
  done
  all "$due: no other kind is taken for it" refused "${values[@]}"
  all "$due: nor an array of another kind" refused "${arrays[@]}"
  all "$due: nor a number" refused "$takes void f (uint32_t x) { take (x); }" \
    "$takes void f (const uint32_t *x) { take_all (x); }" \
    "void take (uint32_t x); void f ($due x) { take (x); }"
  all "$due: itself is" compile "$takes void f ($due x) { take (x); }" \
    "$takes void f (const $due *x) { take_all (x); }" \
    "$due f (void) { return ($due){ 7 }; }"
done

# In the functions that they are for.
pds='#include "wpds/pds.h"'
all "what an action is about has its kind" refused \
  "$pds
   field_id f (const struct pds_action_info *a) { return pds_action_lock (a); }" \
  "$pds
   lock_id f (const struct pds_action_info *a) { return pds_action_field (a); }" \
  "$pds
   lock_id f (const struct pds_action_info *a) { lock_id l; l = a->object; return l; }"
all "so it is read" compile \
  "$pds
   lock_id f (const struct pds_action_info *a) { return pds_action_lock (a); }"
fragment='#include "wpds/fragment.h"'
all "a lock of the model is no lock of a computation" refused \
  "$fragment
   fragment f (struct fragments *all, lock_id l) { return fragment_acquire (all, l); }"
all "a lock of a computation is" compile \
  "$fragment
   fragment f (struct fragments *all, lock_number l) { return fragment_acquire (all, l); }"
done_testing
