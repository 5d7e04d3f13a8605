#!/usr/bin/env bash
# The checker of certificates shares no code with what it checks: apart from its own
# headers it includes src/base, the multi-PDS, the flow graphs with their codes, the
# automata as data, the list of queries, and the interpreter that lists states for `stuck', which
# it shares with the replay, and no engine includes.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
cd "$SOURCE" || exit
mapfile -t files < <(printf '%s\n' src/certificate/checker/*.[ch])
ok "the checker has files" test ${#files[@]} -ge 10
for file in "${files[@]}"; do
  strange=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$file" |
    grep -vxE 'base/[a-z]+\.h|wpds/pds\.h|ir/(project|listing)\.h|phaseauto/phase_automaton\.h|query/query\.h|certificate/checker/[a-z_]+\.h')
  is "$file includes only what it may" "$strange" ""
done
for header in src/query/query.h phaseauto/phase_automaton.h wpds/pds.h src/ir/{project,ir,model,expr}.h; do
  strange=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$header" |
    grep -vxE 'base/[a-z]+\.h|wpds/pds\.h|ir/(project|ir|model|expr)\.h|phaseauto/phase_automaton\.h')
  is "$header includes only what it may" "$strange" ""
done
for header in src/ir/{interpreter,listing}.[ch]; do
  strange=$(sed -n 's/^#include "\(.*\)"/\1/p' "$SOURCE/$header" | grep -vxE 'base/[a-z]+\.h|ir/(ir|interpreter|listing)\.h')
  is "$header includes only what it may" "$strange" ""
done
is "no engine knows the interpreter" "$(grep -rlE 'ir/(interpreter|listing)\.h' src/engine src/ask)" ""
for file in src/certificate/*.[ch]; do
  shared=$(sed -n 's/^#include "\(.*\)"/\1/p' "$file" | grep certificate/checker)
  is "$file includes nothing of the checker" "$shared" ""
done
# And it links without the rest.
if command -v nm >/dev/null; then
  objects=()
  for file in src/certificate/checker/*.c; do
    # With shared libraries the objects are in .libs; the newest counts.
    name=$(basename "$file" .c)
    objects+=("$(ls -t "$(dirname "$PHASELOCK")"/src/certificate/checker/{,.libs/}"$name".o 2>/dev/null | head -1)")
  done
  is "its objects are there" "$(nm "${objects[@]}" | grep -c ' T certify_check$')" 1
  wanted=$(nm -u "${objects[@]}" | sed -n 's/^ *U //p' | sort -u |
    grep -E '^(wpds|antichain|fragment|tuple_|slice|product|watch|compat|role|engine|decid|survey|locks_|search|buddy|bdd|aig|bits_|clauses|solver_|layout|symbolic|effect|pdr|evaluate|ir_operate)')
  is "its objects want nothing of the engines" "$wanted" ""
fi
done_testing
