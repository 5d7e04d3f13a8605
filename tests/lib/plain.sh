#!/usr/bin/env bash
# plain.sh -- run a unit test without sanitizers, which need all address space and have an
# allocator of their own: the one of this build, or of the one that ./runtests makes in the
# folder above.
#
#     plain.sh TEST
source "$SOURCE/tests/lib/tap.sh"
plain=$(plain_program)
if [ -z "$plain" ]; then
  echo "1..0 # SKIP there is no build without sanitizers"
  exit
fi
folder=$(dirname "$plain")
if is_sanitized; then
  # One at a time, and apart from the make that runs this test.
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL flock "$folder/config.status" make -C "$folder" "$1" >"$scratch/log" 2>&1 ||
    { sed 's/^/# /' "$scratch/log"; echo "Bail out! $1 cannot be built in $folder"; exit 1; }
fi
"$folder/$1"
