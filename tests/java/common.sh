# common.sh -- for the tests of Java: compilers, or a reason to skip.
#
#     compile OUT COMPILER... -- FILE...   one run of the compiler for all files; then the classes
#                                          of each file are put into a folder of their own, OUT/FILE
#
# JAVA_REQUIRED: a compiler that is missing is a failure, not a reason to skip.
source "$SOURCE/tests/lib/tap.sh"
java=$SOURCE/tests/java
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
cd "$scratch" || exit

need () { # PROGRAM...
  local program missing=
  for program in "$@"; do
    command -v "$program" >/dev/null || missing="$missing $program"
  done
  [ -n "$missing" ] || return 0
  if [ -n "$JAVA_REQUIRED" ]; then
    echo "not ok 1 - missing:$missing (Debian: default-jdk-headless ecj)"; echo 1..1; exit 1
  fi
  echo "1..0 # SKIP not installed:$missing (Debian: default-jdk-headless ecj)"
  exit 0
}

# renumber FILE: the results in FILE, which have no numbers, as results of this script.
renumber () {
  local line
  while IFS= read -r line; do
    case $line in
      "ok - "*) tap_result 0 "${line#ok - }" ;;
      "not ok - "*) tap_result 1 "${line#not ok - }" ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <"$1"
}

compile () {
  local out=$1 command=() classes file name class; shift
  shopt -s nullglob
  while [ "$1" != -- ]; do command+=("$1"); shift; done
  shift
  mkdir -p "$out/all"
  "${command[@]}" -d "$out/all" "$@" >"$out/messages" 2>&1 || {
    sed 's/^/# /' "$out/messages" | head -20
    return 1; }
  for file in "$@"; do
    name=$(basename "$file" .java)
    mkdir -p "$out/$name"
    for class in $(sed -nE 's/^((public|final|abstract|sealed|strictfp) )*(class|interface|enum|record|@interface) ([A-Za-z0-9_]+).*/\4/p' "$file"); do
      classes=("$out/all/$class.class" "$out/all/$class\$"*.class)
      mv -t "$out/$name" "${classes[@]}"
    done
  done
  [ -z "$(ls "$out/all")" ] || { echo "# classes of no file: $(ls "$out/all" | head -3)"; return 1; }
  rmdir "$out/all"
}
