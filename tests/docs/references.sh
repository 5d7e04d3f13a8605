#!/usr/bin/env bash
# references.sh -- what comments and documents refer to exists.
#
# Keys such as SPIN09 are in doc/references.bib, files that are named are there (by
# their path from the root, from the folder of who names them, or by a name that
# only one file has), sections of the theory are headings of doc/theory*.md, and
# identifiers in its glossary are in the sources.
source "$SOURCE/tests/lib/tap.sh"
cd "$SOURCE" || exit
export LC_ALL=C
folders="bench ci doc editors eml java jvm llvm models phaseauto scripts src tests trace wpds"

{ find $folders -type f; find . -maxdepth 1 -type f | sed 's,^\./,,'; } | sort >"$scratch/paths"
sed -nE 's/^@[a-z]+\{([A-Za-z0-9]+),$/\1/p' doc/references.bib >"$scratch/keys"
sed -nE 's/^#+ ([0-9]+[a-z]?)\. .*/\1/p' doc/theory.md doc/theory-*.md >"$scratch/sections"
# Names in examples, of files that somebody else makes, and of no file at all.
sed 's/ *#.*//' >"$scratch/allowed" <<'END'
config.h             # made by configure
pan.c                # ... by Spin
source.eml           # a scope of TextMate
bdd.h                # BuDDy's
doc.sh               # several folders have one
cmd_NAME.c           # placeholders
engine-NAME.md
NAME.eml
NAME-fixed.eml
random-SEED.eml
seed-N.eml
seed-N.pa
x.eml
prog.c               # a program in examples
counter.c
seatsfixed.c
X.pa
model.eml            # models and automata in examples
mine.pa
tree/a.eml
models/stack.eml
old/stack.eml
new/pile.eml
new/stack.eml
inventory-fixed.eml
models/inventory.eml
build.sh             # of the tutorial; there are others
bank.eml             # in models/examples and models/data
buffer.eml
random-10.eml
random-481.eml
END

# A tarball has what Bison and Flex made of parse.y and scan.l: not ours.
grep -E '\.(c|h|y|l|md|sh)$' "$scratch/paths" | grep -vE '/(pa_)?(parse|scan)\.[ch]$' >"$scratch/read"
ok "some hundred files are read" test "$(wc -l <"$scratch/read")" -gt 300
ok "keys and sections are found" \
  test "$(wc -l <"$scratch/keys")" -gt 10 -a "$(wc -l <"$scratch/sections")" -gt 20

check () { # FILE...: prints references that lead nowhere
  awk -f "$SOURCE/tests/docs/references.awk" \
    "$scratch/paths" "$scratch/keys" "$scratch/sections" "$scratch/allowed" "$@"
}

check_into () { local into=$1; shift; check "$@" >"$into"; }

mapfile -t read <"$scratch/read"
ok "they can be read" check_into "$scratch/bad" "${read[@]}"
for what in "no key" "not a key" "no file" "no section" "THEORY"; do
  grep ": $what" "$scratch/bad" >"$scratch/some" || true
  ok "references: $what" diff /dev/null "$scratch/some"
done

# The glossaries, of symbols and of words: what is in backquotes in the last column is in
# the code.
code () { grep -E '\.(c|h)$' "$scratch/paths" | xargs cat | grep -oE '[A-Za-z_]+' | sort -u; }
code >"$scratch/words"
glossary () { # DOCUMENT: the identifiers that it names
  sed -n '/^## .*Glossary/,$p' "$1" | grep '^|' | awk -F'[|]' '{ print $(NF - 1) }' |
    grep -oE '`[^`]+`' | sed 's/struct //' | grep -v '\.c`' | grep -oE '[A-Za-z_]+' | sort -u
}
{ glossary doc/theory.md; sed 1i'## Glossary' doc/words.md >"$scratch/page.md"; glossary "$scratch/page.md"; } >"$scratch/terms"
sort -u -o "$scratch/terms" "$scratch/terms"
ok "the glossaries have forty identifiers" test "$(wc -l <"$scratch/terms")" -gt 40
ok "all of which are in the code" diff /dev/null <(comm -23 "$scratch/terms" "$scratch/words")
printf '## 1. Glossary\n| q | no such thing | `no_such_thing` |\n' >"$scratch/glossary.md"
ok "one that is not would be found" \
  test "$(comm -23 <(glossary "$scratch/glossary.md") "$scratch/words")" = no_such_thing

# Theorems are numbered through all pages of the theory.
cat doc/theory*.md | grep -oE '\*\*Theorem [0-9]+' | grep -oE '[0-9]+' | sort >"$scratch/theorems"
ok "each theorem has a number of its own" test "$(wc -l <"$scratch/theorems")" -gt 4 -a -z "$(uniq -d "$scratch/theorems")"
grep -ohE '[^,] [Tt]heorem [0-9]+\>' "${read[@]}" | grep -oE '[0-9]+' | sort -u >"$scratch/cited"
ok "and those referred to exist" diff /dev/null <(comm -23 "$scratch/cited" "$scratch/theorems")

# And what leads nowhere is found.
planted () { # NAME, what is reported for the file on standard input
  cat >"$scratch/$1"
  check "$scratch/$1" | sed 's/^[^:]*:[0-9]*: //' >"$scratch/found"
  ok "planted in $1: $2" test "$(cat "$scratch/found")" = "$2"
}
planted key.c "no key FQ03" <<'END'
int x; /* as in FQ03, section 6, and [SPIN09, App. B] */
END
planted year.h "not a key: Schwoon 2002" <<'END'
/* saturation [Schwoon 2002, section 3.3] */
END
planted key.md "no key Nobody1999" <<'END'
As shown by [Nobody1999] and [Lipton1975].
END
planted file.c "no file wpds/nowhere.c" <<'END'
char *s = "nothing.c"; /* see wpds/nowhere.c and wpds/pds.h, and
                          history_bdd.h */
END
planted file.md "no file ghost.md" <<'END'
[a page](ghost.md), `#include <bdd.h>`, phaseauto/*.pa
END
planted ambiguous.sh "no file common.sh" <<<'# there are several common.sh, and one tap.sh'
planted code.sh "" <<<'run nothing.sh'
planted section.c "no section 5z" <<'END'
/* Samples (5n), see (theory.md, 5z). */
END
planted section.md "no section 77 of theory.md" <<'END'
See theory.md, section 77, and theory.md, 3.
END
done_testing
