#!/usr/bin/env bash
# doc.sh -- the examples of doc/eml.md work, and it knows every message.
#
# An indented block whose first line is `// NAME.eml' is that file.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
document=$SOURCE/doc/eml.md
doc_cut "$document"
models=0
for name in $(doc_files "$scratch"); do
  models=$((models + 1))
  expect 0 "$name is formatted" "$PHASELOCK" fmt --check "$scratch/$name"
done
doc_commands "$scratch"
ok "two models, each with a command" test "$models" -ge 2 -a "$doc_count" -ge 2

# Every code that a golden file shows is in the tables; so are the two that only
# tests/cli provokes.
codes=$(cat "$SOURCE"/tests/golden/*/*.gold | grep -oE '\[[a-z][a-z0-9-]+\]$' | tr -d '[]' | sort -u)
for code in $codes too-large memory; do
  ok "the document has \`$code'" grep -qE "^\|.*\`$code\`.*\|" "$document"
done
# And every code in the tables is one that the sources have.
for code in $(sed -n '/^## Messages/,$p' "$document" | grep -E '^\| `' | cut -d'|' -f2 |
              grep -oE '`[a-z0-9-]+`' | tr -d '`'); do
  ok "the program has [$code]" grep -rqE "[\"[]${code}[]\"]" "$SOURCE/eml" "$SOURCE/src"
done

# The limits are those of the headers.
limit () { # FILE MACRO
  echo $(($(sed -nE "s/^#define $2 //p" "$SOURCE/$1" | sed -E 's/\(?\(uint32_t\)//; s/\)$//')))
}
plain=$(tr -d , <"$document")
for row in "a name|$(limit src/base/token.h TOKEN_NAME_LIMIT) bytes" \
           "a file|$(($(limit src/base/source.h SOURCE_LIMIT) >> 20)) MiB" \
           "nested blocks|$(limit eml/parser.h EML_NESTING_LIMIT)" \
           "copies of a process \`P[n]\`|$(limit eml/parser.h EML_COPIES_LIMIT)" \
           "elements of an array \`a[n]\` or locks of a lock array|$(limit eml/parser.h EML_CELLS_LIMIT)" \
           "nested expressions|$(limit eml/tree.h TREE_EXPR_DEPTH)" \
           "processes in all copies counted|$(limit src/ir/model.h IR_PROCESSES_LIMIT)" \
           "contexts (sets of locks and units) in which one procedure is called|$(limit src/ir/project.h IR_CONTEXTS_LIMIT)" \
           "bindings (objects locks and fields) with which one procedure is called|$(limit eml/resolved.h RESOLVED_BINDINGS_LIMIT)" \
           "errors and warnings that are shown per model|$(limit src/base/diag.h DIAG_MOST)"; do
  ok "limit of ${row%|*}" grep -qF "| ${row%|*} | ${row#*|}" <<<"$plain"
done
ok "limit of symbols" grep -qF "that is $(limit src/ir/project.h IR_SYMBOLS_LIMIT) |" <<<"$plain"
done_testing
