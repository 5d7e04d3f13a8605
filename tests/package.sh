#!/usr/bin/env bash
# package.sh -- the Debian packages: they build from the tarball, lintian finds no
# error, everything is in them, and what is in them works.
#
# Run by `make check-package' with SOURCE and BUILD set; speaks TAP.  Skips
# where the tools are missing (Debian: dpkg-dev, debhelper, lintian).
: "${SOURCE:?}" "${BUILD:?}" "${MAKE:=make}"
source "$SOURCE/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C

for tool in dpkg-buildpackage dh lintian; do
  command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool (Debian: dpkg-dev debhelper lintian)"; exit 0; }
done

version=$(sed -n 's/^PACKAGE_VERSION = //p' "$BUILD/Makefile")
cd "$scratch" || exit 1
ok "make dist" "$MAKE" -C "$BUILD" dist-gzip
mv "$BUILD/phaselock-$version.tar.gz" "phaselock_$version.orig.tar.gz"
tar xzf "phaselock_$version.orig.tar.gz"
cd "phaselock-$version" || exit 1
ok "the package has the version of the program" \
  grep -q "^phaselock ($version-" debian/changelog
cores=$(nproc)
export DEB_BUILD_OPTIONS="nocheck parallel=$cores"
ok "dpkg-buildpackage" dpkg-buildpackage -us -uc
[ "$tap_failures" = 0 ] || { done_testing; exit; }
cd ..
ok "four packages" test "$(ls ./*.deb | grep -vc -e -dbgsym)" = 4
lintian --allow-root --fail-on error --tag-display-limit 0 ./*.changes >lintian.txt 2>&1
status=$?
ok "lintian finds no error" test "$status" = 0
sed 's/^/# /' lintian.txt

# Everything is there.
mkdir root
for package in ./*.deb; do dpkg-deb -x "$package" root; done
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
while read -r file; do
  # shellcheck disable=SC2086
  ok "$file" test -e root/${file//MULTIARCH/$multiarch}
done <<'EOF'
usr/bin/phaselock
usr/bin/phaselock-gen
usr/include/phaselock.h
usr/lib/MULTIARCH/libphaselock.so
usr/lib/MULTIARCH/libphaselock.so.0
usr/lib/MULTIARCH/pkgconfig/phaselock.pc
usr/share/man/man1/phaselock.1.gz
usr/share/man/man1/phaselock-gen.1.gz
usr/share/bash-completion/completions/phaselock
usr/share/zsh/vendor-completions/_phaselock
usr/share/fish/vendor_completions.d/phaselock.fish
usr/share/vim/vimfiles/pack/dist-bundle/start/phaselock/ftdetect/phaselock.vim
usr/share/vim/vimfiles/pack/dist-bundle/start/phaselock/syntax/eml.vim
usr/share/vim/vimfiles/pack/dist-bundle/start/phaselock/syntax/phaseauto.vim
usr/share/nvim/site/pack/dist-bundle/start/phaselock/syntax/eml.vim
usr/share/phaselock/vscode/package.json
usr/share/phaselock/vscode/syntaxes/eml.tmLanguage.json
usr/share/phaselock/automata/strict.pa
usr/share/phaselock/automata/spin09.pa
usr/share/phaselock/automata/complete.pa
usr/share/phaselock/models/examples/stack.eml
usr/share/phaselock/models/contest/shop-run-2.eml
usr/share/doc/phaselock/eml.md
usr/share/doc/phaselock/examples/github-workflow.yml
usr/share/doc/libphaselock-dev/examples/violations.c
EOF
ok "the library of the package exports what its list says" \
  diff <(sed -nE 's/^ (phaselock_[a-z_]+)@.*/\1/p' "phaselock-$version/debian/libphaselock0.symbols" | sort) \
       <(nm -D --defined-only "root/usr/lib/$multiarch/libphaselock.so" | awk '{ print $NF }' | sort)

# It works.
expect 10 "the program of the package" root/usr/bin/phaselock check -q \
  root/usr/share/phaselock/models/examples/stack.eml
export LD_LIBRARY_PATH=$PWD/root/usr/lib/$multiarch
# shellcheck disable=SC2046
ok "a program that uses the library of the package" \
  cc root/usr/share/doc/libphaselock-dev/examples/violations.c -Iroot/usr/include \
  -Lroot/usr/lib/"$multiarch" $(sed -n 's/^Libs: -L[^ ]* //p' root/usr/lib/"$multiarch"/pkgconfig/phaselock.pc) -o violations
expect 0 "it runs" ./violations root/usr/share/phaselock/models/examples/stack-fixed.eml
done_testing
