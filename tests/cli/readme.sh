#!/usr/bin/env bash
# readme.sh -- README.md and the documents are true: what their commands print,
# what they quote, and where they point.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"

# The commands of README.md, run where the models are and files may be written.
mkdir "$scratch/root"
ln -s "$SOURCE/models" "$SOURCE/tests" "$scratch/root/"
doc_cut "$SOURCE/README.md"
doc_without_java "the first example of README.md"
doc_commands "$scratch/root"
ok "README.md has at least six commands" test "$doc_count" -ge 6

# What it quotes of a class stands there, but for comments.
quotes=0
for block in "$scratch"/block.*; do
  if head -1 "$block" | grep -q '^public '; then
    quotes=$((quotes + 1))
    text=$(sed 's/^  //' "$SOURCE/models/examples/java/Stack.java") quote=$(sed -E 's, *//.*,,' "$block")
    ok "quote $quotes is from Stack.java" test -z "${text##*"$quote"*}"
  fi
done
ok "a quote" test "$quotes" = 1

# The model beside the Java class is the one that is checked: the same words, but for
# comments and positions.
words () { sed -E 's,//.*,,; s/ *@"[^"]*"//g; /^model /d' | tr -s ' \n' '\n\n' | grep .; }
class=$(grep -l '^class Mailbox {' "$scratch"/block.*)
ok "a class and its model, side by side" test -f "$class"
column=$(awk '{ at = index ($0, "field full;") } at { print at; exit }' "$class")
cut -c"$column"- "$class" | words >"$scratch/beside"
ok "the model has a start, a wait and a notify" \
  test "$(grep -cE '^(start|wait|notifyall)$' "$scratch/beside")" = 3
words <"$SOURCE/models/examples/mailbox.eml" >"$scratch/mailbox"
ok "the model is models/examples/mailbox.eml" diff "$scratch/mailbox" "$scratch/beside"
cut -c-"$((column - 1))" "$class" | sed -n '/^class/,/^}/p' | sed 's/ *$//' >"$scratch/class"
ok "the class is that in the head of the model" diff "$scratch/class" \
  <(sed -nE 's,^// +[0-9]+  ,,p' "$SOURCE/models/examples/mailbox.eml")
sed 's/^field full/field volatile full/' "$SOURCE/models/examples/mailbox.eml" >"$scratch/volatile.eml"
expect 10 "with a volatile field the bug is still there" "$PHASELOCK" check -q -p 1 "$scratch/volatile.eml"
expect 0 "but no race" "$PHASELOCK" check -q -p race "$scratch/volatile.eml"

# Five screens, each of some forty lines: one without a heading, and four with.
ok "README.md: headings" test "$(grep '^## ' "$SOURCE/README.md" | tr '\n' ';')" = \
   "## A first example;## Why believe it;## Models;## Where to go on;"
ok "README.md: at most 225 lines" test "$(wc -l <"$SOURCE/README.md")" -le 225
ok "README.md: at most 100 columns, tables and output excepted" \
  bash -c '! grep -E "^[^| ].{100}" "$1"' _ "$SOURCE/README.md"

# Its statuses are those of the program.
expect 0 "fine" "$PHASELOCK" check -q "$SOURCE/models/examples/stack-fixed.eml"
expect 10 "found" "$PHASELOCK" check -q "$SOURCE/models/examples/stack.eml"
while IFS=, read -r name value; do
  ok "README.md has status $value ($name)" grep -qE "^\| ([0-9]+, )*$value(, [0-9]+)* \|" "$SOURCE/README.md"
done < <(sed -nE 's/^ *(STATUS_[A-Z_]+) = ([0-9]+),.*/\1,\2/p' "$SOURCE/src/io/status.h")

# The records of doc/json.md.
doc_cut "$SOURCE/doc/json.md"
doc_commands "$SOURCE"
ok "doc/json.md has at least three commands" test "$doc_count" -ge 3

# The replay of doc/witness.md.
doc_cut "$SOURCE/doc/witness.md"
doc_commands "$SOURCE"
ok "doc/witness.md has a command" test "$doc_count" -ge 1

# The commands of doc/certificates.md.
doc_cut "$SOURCE/doc/certificates.md"
doc_commands "$scratch/root"
ok "doc/certificates.md has two commands" test "$doc_count" -ge 2

expect 0 "a query" "$PHASELOCK" check --format jsonl -p 1 -f count "$SOURCE/models/examples/stack-fixed.eml"
ok "milliseconds have at most three decimals" grep -qE '"ms":[0-9]+\.[0-9]{1,3}\}$' <<<"$out"

# Links lead to files.
cd "$SOURCE" || exit
for document in README.md CONTRIBUTING.md doc/*.md; do
  bad=$(grep -oE '\]\([^)#]+' "$document" | sed 's/^](//' | grep -v '^http' |
        while IFS= read -r target; do
          [ -e "$(dirname "$document")/$target" ] || echo "$target"
        done)
  ok "links of $document" test -z "$bad"
  [ -z "$bad" ] || sed 's/^/# /' <<<"$bad"
done

# The README of a folder names each of its files.
for folder in src src/*/ src/engine/*/ src/certificate/checker src/cli/completions wpds phaseauto eml doc tests/house tests/engine; do
  folder=${folder%/}
  missing=$(cd "$folder" && for file in *; do
    case $file in README.md|local.mk) continue ;; esac
    name="| $file |"
    case $file in *.*) name=${file%.*}. ;; esac
    [ -f "$file" ] && ! grep -qF "$name" README.md && echo "$file"
  done)
  ok "$folder/README.md names its files" test -z "$missing"
  [ -z "$missing" ] || sed 's/^/# /' <<<"$missing"
done
done_testing
