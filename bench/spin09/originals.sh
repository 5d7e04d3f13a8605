#!/usr/bin/env bash
# originals.sh -- `make reproduce CONTEST=DIR': the experiment on a user's own copies of the
# ConTest programs, or any other Java programs.
#
#     bench/spin09/originals.sh DIR FOLDER
#
# Each folder in DIR with Java sources below it is a program; if there is none, DIR itself
# is one.  Each is compiled, and translated by --main for each class with a main method;
# one without is translated class by class.  The queries of what uses locks are decided
# with -e cpds, -e bdd and -e auto.  FOLDER gets a table in Markdown, which is also
# printed; and for each program its classes, models and records, and the messages of the
# compiler and of the translation.  LIMIT: seconds for each query.
set -euo pipefail
shopt -s nullglob
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=${PHASELOCK:-$here/../../_build/phaselock}
[ -d "${1:-}" ] || { echo "originals: there is no folder '${1:-}'" >&2; exit 2; }
for tool in javac javap python3; do
  command -v $tool >/dev/null || { echo "originals: $tool is missing (Debian: default-jdk-headless, python3)" >&2; exit 2; }
done
dir=$(cd "$1" && pwd) out=$2
rm -rf "$out"
mkdir -p "$out"

# ---- Which programs there are. ----
sources () { find "$1" -name '*.java' -type f | LC_ALL=C sort; }
programs=()
for folder in "$dir"/*/; do
  [ -z "$(sources "$folder" | head -1)" ] || programs+=("${folder%/}")
done
[ ${#programs[@]} -gt 0 ] || [ -z "$(sources "$dir" | head -1)" ] || programs=("$dir")
[ ${#programs[@]} -gt 0 ] || { echo "originals: there are no .java files below $dir" >&2; exit 2; }

compile () { # FOLDER: as it is, else as Java 8, which has fewer keywords
  local files
  mapfile -t files < <(sources "$1")
  mkdir -p classes
  javac -g -nowarn -d classes -sourcepath "$1" "${files[@]}" >javac.log 2>&1 ||
    javac -g -nowarn --release 8 -encoding ISO-8859-1 -d classes -sourcepath "$1" "${files[@]}" >javac.log 2>&1
}

# The classes with a main method.
mains () {
  local class
  (cd classes && find . -name '*.class' | LC_ALL=C sort) | sed 's|^\./||; s|\.class$||; s|/|.|g' |
    while read -r class; do
      if javap -cp classes -public "$class" 2>/dev/null |
           grep -qE 'public static .*void main\(java\.lang\.String(\[\]|\.\.\.)\)'; then
        echo "$class"
      fi
    done
}

translate () {
  local class found=1
  mkdir -p models
  : >java.log
  for class in $(mains); do
    mkdir -p "models/$class"
    if "$program" java -q --main "$class" -o "models/$class" classes >>java.log 2>&1; then found=0; fi
  done
  [ $found = 0 ] || ! "$program" java -q -o models classes >>java.log 2>&1 || found=0
  [ $found = 0 ] && [ -n "$(find models -name '*.eml' | head -1)" ]
}

# ---- One after the other. ----
for folder in "${programs[@]}"; do
  name=$(basename "$folder")
  printf 'originals: %s\n' "$name" >&2
  mkdir -p "$out/$name"
  (
    cd "$out/$name"
    if ! compile "$folder"; then echo 'not compiled' >status; exit 0; fi
    if ! translate; then echo 'not translated' >status; exit 0; fi
    "$program" dump --what sizes models >sizes 2>/dev/null
    # The paper left out what had no locks.
    if ! grep -qE ', locks [1-9]' sizes; then echo 'no locks' >status; exit 0; fi
    echo 'decided' >status
    for engine in cpds bdd auto; do
      "$program" batch -q -a spin09 -p patterns --stats --timeout "${LIMIT:-5}" -e "$engine" --without roles \
        -o "$engine.jsonl" models 2>>messages || [ $? = 5 ]
    done
  )
done
PYTHONDONTWRITEBYTECODE=1 python3 "$here/originals.py" "$out" >"$out/originals.md"
cat "$out/originals.md"
