#!/usr/bin/env bash
# The checker of certificates shares no code with what it checks: of ours it
# includes src/base, the multi-PDS, the automata as data, the list of queries,
# and itself.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
makefile=$SOURCE/src/certificate/local.mk
mapfile -t files < <(sed -n '/^libcertify_la_SOURCES/,/[^\\]$/p' "$makefile" | grep -o 'src/certificate/[a-z]*\.[ch]')
ok "the checker has files" test ${#files[@]} -ge 10
own=$(printf '%s\n' "${files[@]}" | sed 's|.*/||' | grep '\.h$')
for file in "${files[@]}"; do
  strange=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$file" |
    grep -vxE "base/[a-z]+\.h|wpds/pds\.h|phaseauto/pa\.h|query\.h|$(printf '%s' "$own" | tr '\n' '|')")
  is "$file includes only what it may" "$strange" ""
done
for header in src/query.h phaseauto/pa.h wpds/pds.h; do
  strange=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$header" |
    grep -vxE 'base/[a-z]+\.h|wpds/pds\.h|phaseauto/pa\.h')
  is "$header includes only what it may" "$strange" ""
done
writers=$(ls "$SOURCE"/src/certificate/*.c | sed 's|.*/||' | grep -vxF "$(printf '%s\n' "${files[@]}" | sed 's|.*/||')")
for file in $writers; do
  shared=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/src/certificate/$file" | sed 's|.*certificate/||' | grep -xF "$own")
  is "src/certificate/$file includes nothing of the checker" "$shared" ""
done
# And it links without the rest (its own symbols aside).
if command -v nm >/dev/null; then
  objects=()
  for name in certify choice closure lines part stretch tuples; do
    # With shared libraries they are in .libs; the newest counts.
    objects+=("$(ls -t "$(dirname "$PHASELOCK")"/src/certificate/{,.libs/}"$name".o 2>/dev/null | head -1)")
  done
  is "its objects are there" "$(nm "${objects[@]}" | grep -c ' T certify_check$')" 1
  wanted=$(nm -u "${objects[@]}" | sed -n 's/^ *U //p' | sort -u |
    grep -E '^(wpds|antichain|fragment|tuple_|slice|product|watch|compat|role|engine|decid|survey|locks_|search|buddy|bdd)')
  is "its objects want nothing of the engines" "$wanted" ""
fi
done_testing
