# build.sh -- shared by the scripts that fuzz: compile the front end anew.
#
# Sourced with SOURCE (the project) and BUILD (a build folder, for config.h and
# the generated parser) set; `compile_with COMMAND...' makes $work/PROGRAM.
: "${SOURCE:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${BUILD:=$SOURCE/_build}"

# The file that make generated, in the build folder or (a tarball) in the source.
generated () { if [ -f "$BUILD/$1" ]; then echo "$BUILD/$1"; else echo "$SOURCE/$1"; fi; }

# compile_with PROGRAM SOURCE-FILES -- COMMAND...
compile_with () {
  local program=$1 files=(); shift
  while [ "$1" != -- ]; do files+=("$1"); shift; done
  shift
  local parser scanner
  parser=$(generated eml/parse.c) scanner=$(generated eml/scan.c)
  "$@" -std=gnu11 -w -I"$BUILD" -I"$SOURCE/src" -I"$SOURCE" -I"$(dirname "$(dirname "$parser")")" \
    $(pkg-config --cflags libxxhash) \
    "$SOURCE"/src/base/*.c "$SOURCE"/wpds/pds*.c "$SOURCE"/wpds/survey.c "$parser" "$scanner" \
    $(ls "$SOURCE"/eml/*.c | grep -v -e '/parse\.c$' -e '/scan\.c$') \
    "${files[@]}" -o "$program" $(pkg-config --libs libxxhash)
}

# gather_seeds FOLDER: the kept inputs, the models, the golden files, and some
# random models if the generator has been built.
gather_seeds () {
  local file number=0
  mkdir -p "$1"
  while IFS= read -r file; do
    number=$((number + 1))
    cp "$file" "$1/seed-$number"
  done < <({ find "$SOURCE/tests/fuzz/corpus" -type f
             find "$SOURCE/models" "$SOURCE/tests/golden" -name '*.eml' -type f -size -16k; } | LC_ALL=C sort)
  chmod -R u+w "$1"
  [ ! -x "$BUILD/phaselock-gen" ] ||
    "$BUILD/phaselock-gen" random --count=40 --size=12 --decoration=20 -o "$1"
}
