#!/usr/bin/env bash
# tarball.sh -- the tarball has every file of the repository, so that its tests can run.
source "$SOURCE/tests/lib/tap.sh"
cd "$SOURCE" || exit
if ! git ls-files --error-unmatch configure.ac >/dev/null 2>&1; then
  echo "1..0 # SKIP these sources are of a tarball themselves"
  exit
fi
# Apart from the make that runs this test.
ok "the folder of the tarball is made" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
  make -C "$BUILD" distdir distdir="$scratch/tarball"
is "it has all files but those about the repository itself" "$(git ls-files | grep -vE '^\.(ci/|github/|gitignore$)' |
  while read -r file; do [ -e "$scratch/tarball/$file" ] || echo "$file"; done)" ""
done_testing
