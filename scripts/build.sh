# build.sh -- shared by ./run and ./runtests: install, configure, make.
# Sourced, with `here' set to the root of the project.

# The Debian packages that the program is built with, each with a file that shows
# whether it is installed.
packages_to_build=(
  gcc:/usr/bin/gcc make:/usr/bin/make autoconf:/usr/bin/autoconf
  automake:/usr/bin/automake libtool:/usr/bin/libtoolize
  pkg-config:/usr/bin/pkg-config bison:/usr/bin/bison flex:/usr/bin/flex
  libjansson-dev:/usr/include/jansson.h libxxhash-dev:/usr/include/xxhash.h
  libbdd-dev:/usr/include/bdd.h libsqlite3-dev:/usr/include/sqlite3.h
  libcadical-dev:/usr/include/ccadical.h g++:/usr/bin/g++
  libdw-dev:/usr/include/elfutils/libdw.h
  libzip-dev:/usr/include/zip.h
  llvm-14:/usr/bin/llvm-config-14 llvm-14-dev:/usr/include/llvm-c-14
  zlib1g-dev:/usr/include/zlib.h libzstd-dev:/usr/include/zstd.h
)

# The packages that the tests need as well.
packages_to_test=(
  clang:/usr/bin/clang libclang-rt-14-dev:/usr/lib/llvm-14/lib/clang
  g++:/usr/bin/g++ valgrind:/usr/bin/valgrind parallel:/usr/bin/parallel sqlite3:/usr/bin/sqlite3
  python3:/usr/bin/python3
  mandoc:/usr/bin/mandoc man-db:/usr/bin/man zsh:/usr/bin/zsh fish:/usr/bin/fish vim-nox:/usr/bin/vim.nox
  default-jdk-headless:/usr/bin/javac ecj:/usr/bin/ecj
  libc3p0-java:/usr/share/java/c3p0.jar liblog4j1.2-java:/usr/share/java/log4j-1.2.jar
  libcommons-dbcp-java:/usr/share/java/commons-dbcp.jar libjfreechart-java:/usr/share/java/jfreechart.jar
  graphviz:/usr/bin/dot gnuplot-nox:/usr/bin/gnuplot libxml2-utils:/usr/bin/xmllint
  spin:/usr/bin/spin minisat:/usr/bin/minisat clang-format:/usr/bin/clang-format
  shellcheck:/usr/bin/shellcheck clang-tidy:/usr/bin/clang-tidy eslint:/usr/bin/eslint
)

# The packages that the page of `report' is tested with; without them those tests are
# skipped.
packages_for_browser=(
  chromium:/usr/bin/chromium chromium-driver:/usr/bin/chromedriver
  fonts-dejavu-core:/usr/share/fonts/truetype/dejavu
)

say () { printf '%s\n' "$*" >&2; }

# install_missing NAME:FILE...
install_missing () {
  local entry missing=()
  for entry in "$@"; do
    [ -e "${entry#*:}" ] || missing+=("${entry%%:*}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1; then as_root=(sudo)
    else say "please install these Debian packages: ${missing[*]}"; exit 2; fi
  fi
  local log; log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -qq &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
           apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1
  then
    tail -20 "$log" >&2
    say "could not install: ${missing[*]}"
    exit 2
  fi
  rm -f "$log"
}

# The same for packages that are not essential.
install_wanted () {
  (install_missing "$@") || say "going on without them: some tests will be skipped"
}

# Is the program in build folder $1 newer than everything it is made of?
build_up_to_date () {
  [ -x "$1/phaselock" ] || return 1
  [ -z "$(find "$here/configure.ac" "$here/Makefile.am" "$here/src" "$here/wpds" \
            "$here/eml" "$here/phaseauto" "$here/java" "$here/jvm" "$here/llvm" "$here/trace" "$here/models" \
            \( -name '*.[chly]' -o -name '*.mk' -o -name '*.ac' -o -name '*.am' \
               -o -name '*.pa' -o -name '*.def' -o -name '*.js' -o -name '*.css' -o -name '*.html' \
               -o -name '*.sh' -o -name '*.zsh' -o -name '*.fish' -o -name '*.java' \) -not -path '*/models/*.java' \
            -newer "$1/phaselock" -print -quit)" ]
}

# build_in FOLDER [CONFIGURE-OPTION...]: quiet unless it fails.
build_in () {
  local folder=$1; shift
  install_missing "${packages_to_build[@]}"
  mkdir -p "$folder"
  local log=$folder/build.log
  say "building in ${folder#"$here"/}/ ..."
  # Bash forgets set -e below `if': each step has to ask for the one before it.
  if ! (
    # A compiler cache, if there is one (Debian: ccache).
    [ ! -x /usr/lib/ccache/gcc ] || PATH=/usr/lib/ccache:$PATH
    { [ -x "$here/configure" ] || "$here/autogen.sh"; } &&
      cd "$folder" &&
      { [ -f Makefile ] || "$here/configure" "$@"; } &&
      make -j"$(nproc)" &&
      touch phaselock
  ) >"$log" 2>&1
  then
    tail -40 "$log" >&2
    say "the build failed; all of it is in $log"
    exit 2
  fi
}
