#!/usr/bin/env bash
# image.sh -- builds the image of ci/Containerfile and runs it.
#
# Run by `make check-container'; skipped where neither podman nor Docker runs.
source "$SOURCE/tests/lib/tap.sh"
tool=
for candidate in podman docker; do
  "$candidate" info >/dev/null 2>&1 && { tool=$candidate; break; }
done
[ -n "$tool" ] || { echo "1..0 # SKIP neither podman nor docker runs here"; exit 0; }
name=phaselock-test-$$
cd "$SOURCE" || exit
ok "the image is built" "$tool" build -q -f ci/Containerfile -t "$name" .
run () { "$tool" run --rm -v "$SOURCE/models:/work:ro" "$name" "$@"; }
expect 0 "it tells its version" run --version
expect 10 "it finds violations" run check -q examples/stack.eml
expect 0 "and none in a repaired model" run check -q examples/stack-fixed.eml
expect 0 "who is not root" "$tool" run --rm --entrypoint id "$name" -u
ok "who is not root" test "$out" != 0
"$tool" rmi "$name" >/dev/null 2>&1
done_testing
