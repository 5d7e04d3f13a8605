#!/usr/bin/env bash
# container.sh -- ci/Containerfile without a container: its packages are the right
# ones, its commands are commands, and configure and make do what it wants.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/scripts/build.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
file=$SOURCE/ci/Containerfile

# Instructions on one line each, without comments.
sed -e '/^#/d' -e '/^$/d' "$file" | sed -e ':a' -e '/\\$/{N;s/ *\\\n */ /;ba' -e '}' >"$scratch/instructions"
ok "there are instructions" test "$(wc -l <"$scratch/instructions")" -ge 15
ok "all of them known" test -z "$(grep -vE '^(FROM|RUN|COPY|WORKDIR|USER|ENTRYPOINT|CMD) ' "$scratch/instructions")"
ok "two images of Debian 12" test "$(grep -cE '^FROM debian:12-slim( AS build)?$' "$scratch/instructions")" = 2
sed -n 's/^RUN //p' "$scratch/instructions" >"$scratch/runs"
while IFS= read -r run; do
  ok "a command: ${run:0:50}" bash -n <<<"$run"
done <"$scratch/runs"

# The second image is not run by root, and begins with the program.
last=$(sed -n '/^FROM/h;//!H;${x;p}' "$scratch/instructions")
ok "not root" grep -qE '^USER [1-9][0-9]+$' <<<"$last"
ok "the user is made" grep -q "^RUN useradd --uid $(sed -n 's/^USER //p' <<<"$last") " <<<"$last"
ok "the program is the entry" grep -qxF 'ENTRYPOINT ["phaselock"]' <<<"$last"
ok "lists of packages are not kept" grep -q 'rm -rf /var/lib/apt/lists/\*' <<<"$last"

# packages N: those of the N-th apt-get install.
packages () {
  grep -oE 'apt-get install .*' "$scratch/runs" | sed -n "$1p" | sed 's/&&.*//' | tr ' ' '\n' |
    grep -vE '^(apt-get|install|-.*|)$' | sort
}
for entry in "${packages_to_build[@]}"; do echo "${entry%%:*}"; done >"$scratch/wanted"
echo libc6-dev >>"$scratch/wanted"
ok "what the build needs is what ./run installs" diff <(sort "$scratch/wanted") <(packages 1)
plain=$(plain_program)
if command -v dpkg >/dev/null && command -v ldd >/dev/null && [ -n "$plain" ]; then
  # The libraries that it is linked with, and those that it opens when an input needs them:
  # jars, compressed traces and result stores.  (libdw is for `record', which the image has no programs for.)
  # Not listed: what every Debian has, and what BuDDy brings along.
  opened=$(grep -hoE '"lib(zip|z|zstd|sqlite3)\.so\.[0-9]+"' "$SOURCE"/java/reader/archive.c \
             "$SOURCE"/trace/input.c "$SOURCE"/src/results/sqlite.c | tr -d '"')
  linked=$({ ldd "$plain" | sed -nE 's/.*=> (\/[^ ]*).*/\1/p'
             for name in $opened; do ldconfig -p | sed -nE "s/^\s*${name//./\\.} .*=> //p"; done
           } | while read -r library; do
             real=$(realpath "$library") # packages may list /lib for what is in /usr/lib
             dpkg -S "$real" 2>/dev/null || dpkg -S "${real#/usr}" 2>/dev/null
           done | sed 's/:.*//' | grep -vE '^(libc6|libgcc-s1|libstdc\+\+6)$' | sort -u)
  ok "what the program is linked with, and what it opens, is installed" diff <(sort <<<"$linked") <(packages 2)
else
  skip "what the program is linked with" "no dpkg, or no build without sanitizers"
fi

# A build that fails is told, at each of its steps, and nothing is run then.
attempt () { # PROGRAM THAT FAILS: what ./run does in a project with it
  local project=$scratch/project
  rm -rf "$project" && mkdir -p "$project/scripts" "$project/src"
  cp "$SOURCE/run" "$project/"
  { cat "$SOURCE/scripts/build.sh"; echo 'packages_to_build=()'; } >"$project/scripts/build.sh"
  printf '#!/bin/sh\nprintf "all:\\n\\ttrue\\n" >Makefile\n' | tee "$project/configure" >"$project/autogen.sh"
  chmod +x "$project/configure" "$project/autogen.sh"
  case $1 in
    make) printf '#!/bin/sh\nprintf "all:\\n\\tfalse\\n" >Makefile\n' >"$project/configure" ;;
    *) printf '#!/bin/sh\nexit 1\n' >"$project/$1" ;;
  esac
  [ "$1" != autogen.sh ] || rm "$project/configure"
  "$project/run" --version
}
for step in autogen.sh configure make; do
  expect 2 "$step fails: the status" attempt "$step"
  ok "$step fails: says so" grep -q 'the build failed' "$scratch/stderr"
  ok "$step fails: no program" test ! -e "$scratch/project/_build/phaselock"
done

# configure and make, as they are called; nothing is built or installed.
configure=$(sed -n 's/^\/src\/configure //p' "$scratch/runs")
ok "configure is called" test -n "$configure"
mkdir "$scratch/build"
cd "$scratch/build" || exit
# shellcheck disable=SC2086
ok "configure accepts its options" "$SOURCE/configure" -q $configure
ok "and knows all of them" test -z "$(grep 'unrecognized options' "$scratch/tap.out")"
install=$(grep '^make install' "$scratch/runs")
# shellcheck disable=SC2086
make -n ${install#make } >"$scratch/install.txt" 2>&1
for folder in $(sed -nE 's/^COPY --from=build (\/out[^ ]*) .*/\1/p' "$scratch/instructions"); do
  ok "make installs into $folder" grep -q "$folder" "$scratch/install.txt"
done
ok "two folders are copied" test "$(grep -c '^COPY --from=build' "$scratch/instructions")" = 2

# What git ignores at the root does not go into the image either.
cd "$SOURCE" || exit
if [ -f .gitignore ]; then
  unlisted=$(grep '^/[^/]*/*$' .gitignore | sed 's,/$,,' | while IFS= read -r name; do
              grep -qxF "$name" .dockerignore || echo "$name"
            done)
  ok ".dockerignore has what .gitignore has: $unlisted" test -z "$unlisted"
else
  skip ".dockerignore" "no .gitignore: a tarball"
fi
done_testing
