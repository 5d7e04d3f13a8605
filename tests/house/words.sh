#!/usr/bin/env bash
# words.sh -- one meaning for each word, as far as names can tell: doc/words.md is short and
# names what exists; a word of it names no other header or struct; headers define no struct
# twice; file names are of the field.  tests/house/second-meanings has what is left to mend.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
cd "$SOURCE" || exit
export LC_ALL=C
page=doc/words.md known=tests/house/second-meanings

rows () { grep '^| ' "$page" | sed '1d'; }
rows | cut -d'|' -f2 | tr ',' '\n' | sed 's/^ *//; s/ *$//' >"$scratch/words"
ok "at most forty rows" test "$(rows | wc -l)" -ge 30 -a "$(rows | wc -l)" -le 40
ok "each word once" test -z "$(sort "$scratch/words" | uniq -d)"

# Definitions of structs in headers: NAME HEADER.
definitions () { # FOLDER...
  find "$@" -name '*.h' | sort | xargs awk '
    FNR == 1 { name = "" }
    /^\{/ && name != "" { print name, FILENAME }
    { name = "" }
    /^(typedef )?struct [a-z_0-9]+( \{)?$/ { name = $1 == "typedef" ? $3 : $2
                                             if (/\{$/) { print name, FILENAME; name = "" } }'
}
rooms=(src wpds eml phaseauto java jvm llvm trace)
definitions "${rooms[@]}" >"$scratch/structs"
ok "some hundred structs" test "$(wc -l <"$scratch/structs")" -gt 400
sed -nE 's/^twice +([a-z_0-9]+).*/\1/p' "$known" | sort >"$scratch/twice.known"
cut -d' ' -f1 "$scratch/structs" | sort | uniq -d >"$scratch/twice"
ok "no other struct is defined in two headers; those mended leave $known" diff "$scratch/twice.known" "$scratch/twice"

# A header whose name is a word, or its plural, or that defines a struct of that name, is
# named in the row of the word.
strangers () { # reads $scratch/structs
  local row word file
  while IFS= read -r row; do
    for word in $(cut -d'|' -f2 <<<"$row" | tr ',' ' '); do
      { awk -v w="$word" '$1 == w || $1 == w "s" { print $2 }' "$scratch/structs"
        find "${rooms[@]}" -name "$word.h" -o -name "${word}s.h"; } | sort -u |
        while read -r file; do grep -qF "$file" <<<"$row" || echo "$word $file"; done
    done
  done < <(rows | grep -v '^| unit of work ') | sort -u
}
sed -nE 's/^meaning +([a-z]+ [^ ]+).*/\1/p' "$known" | sort >"$scratch/strangers.known"
strangers >"$scratch/strangers"
ok "no other second meaning of a word" diff "$scratch/strangers.known" "$scratch/strangers"
echo "witness src/base/arena.h" >>"$scratch/structs"
ok "one more is found" test "$(strangers | diff "$scratch/strangers" - | grep '^>')" = "> witness src/base/arena.h"

# Names that tell a programmer of the field nothing.
odd () { find "$@" -regextype posix-extended -regex '.*/(toll|desk|gather|fan|looks|ties|crew)\.[ch]'; }
ok "file names are of the field" test -z "$(odd "${rooms[@]}")"
: >"$scratch/toll.c"
ok "another would be found" test "$(odd "$scratch")" = "$scratch/toll.c"
done_testing
