# build.sh -- shared by the scripts that fuzz: compile a front end anew.
#
# Sourced with SOURCE (the project) and BUILD (a build folder, for config.h and
# the generated parser) set; `compile_with FOLDER PROGRAM COMMAND...' makes PROGRAM.  FUZZ
# says what is fuzzed: eml (the default), java or trace.
: "${SOURCE:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${BUILD:=$SOURCE/_build}"
: "${FUZZ:=eml}"

# The file that make generated, in the build folder or (a tarball) in the source.
generated () { if [ -f "$BUILD/$1" ]; then echo "$BUILD/$1"; else echo "$SOURCE/$1"; fi; }

# The files of the front end that FUZZ names, and of what it stands on.
files_to_fuzz () {
  ls "$SOURCE"/src/base/*.c "$SOURCE"/src/ir/*.c "$SOURCE"/wpds/pds*.c "$SOURCE"/wpds/survey.c
  ls "$SOURCE"/eml/*.c | grep -v -e '/parse\.c$' -e '/scan\.c$'
  generated eml/parse.c; generated eml/scan.c
  case $FUZZ in
    java) find "$SOURCE/java" -name '*.c'; ls "$SOURCE"/tests/java/reader/{reading,assembler}.c ;;
    trace) ls "$SOURCE"/trace/*.c ;;
  esac
  echo "$SOURCE/tests/fuzz/fuzz_$FUZZ.c"
}

# compile_with FOLDER PROGRAM COMMAND...: with objects in FOLDER, where those of an earlier
# call are taken as they are.  MORE: one more file.
compile_with () {
  local objects=$1 program=$2 file object needed=(); shift 2
  mkdir -p "$objects"
  while IFS= read -r file; do
    object=$objects/$(tr / _ <<<"${file#"$SOURCE"/}").o
    needed+=("$object")
    # shellcheck disable=SC2046
    [ -f "$object" ] ||
      "$@" -std=gnu11 -w -I"$BUILD" -I"$SOURCE/src" -I"$SOURCE" $(pkg-config --cflags libxxhash) \
        -c "$file" -o "$object" || return
  done < <(files_to_fuzz; [ -z "${MORE-}" ] || echo "$MORE")
  # shellcheck disable=SC2046
  "$@" "${needed[@]}" -o "$program" $(pkg-config --libs libxxhash)
}

# meeting_interleave_java_seeds FOLDER: what the assembler makes of tests/fuzz/java, the kept inputs,
# a jar, and, where the fuzzer has time, what javac makes of some classes.
meeting_interleave_java_seeds () {
  local file
  ${CC:-cc} -w -I"$BUILD" -I"$SOURCE" "$SOURCE"/tests/java/reader/assemble{,r}.c -o "$1/../assemble"
  for file in "$SOURCE"/tests/fuzz/java/*.asm; do
    "$1/../assemble" "$file" "$1/$(basename "$file" .asm).class"
  done
  rm "$1/../assemble"
  find "$SOURCE/tests/fuzz/java" -type f ! -name '*.asm' -exec cp {} "$1" \;
  [ -z "${with_javac-}" ] || ! command -v javac >/dev/null ||
    (cd "$1" && javac -g -nowarn -d . "$SOURCE"/tests/java/classes/[A-C]*.java 2>/dev/null || true)
  ! command -v python3 >/dev/null || python3 - "$1" <<'END'
import os, sys, zipfile
names = sorted(name for name in os.listdir(sys.argv[1]) if name.endswith(".class"))[:3]
for how in zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED:
    with zipfile.ZipFile(os.path.join(sys.argv[1], "seed%d.jar" % how), "w", how) as jar:
        for name in names:
            jar.write(os.path.join(sys.argv[1], name), "p/" + name)
END
}

# meeting_interleave_seeds FOLDER: the kept inputs, the models, the golden files, and some
# random models if the generator has been built.
meeting_interleave_seeds () {
  local file number=0
  mkdir -p "$1"
  if [ "$FUZZ" = java ]; then meeting_interleave_java_seeds "$1"; return; fi
  if [ "$FUZZ" = trace ]; then cp "$SOURCE"/models/traces/*.std "$SOURCE"/tests/fuzz/trace/* "$1"; chmod -R u+w "$1"; return; fi
  while IFS= read -r file; do
    number=$((number + 1))
    cp "$file" "$1/seed-$number"
  done < <({ find "$SOURCE/tests/fuzz/corpus" -type f
             find "$SOURCE/models" "$SOURCE/tests/golden" -name '*.eml' -type f -size -16k; } | LC_ALL=C sort)
  chmod -R u+w "$1"
  [ ! -x "$BUILD/phaselock-gen" ] ||
    { "$BUILD/phaselock-gen" random --count=40 --size=12 --decoration=20 -o "$1"
      "$BUILD/phaselock-gen" data --count=40 --seed=1000 -o "$1"; }
}
