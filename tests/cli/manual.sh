#!/usr/bin/env bash
# manual.sh -- the manual page is well-formed, its examples are true, and it has
# every command and every exit status.
source "$(dirname "$0")/common.sh"
source "$SOURCE/tests/lib/doc.sh"
page=$SOURCE/doc/phaselock.1

# Nothing to complain about, in both pages.
for file in "$page" "$SOURCE/doc/phaselock-gen.1"; do
  name=${file##*/}
  if command -v mandoc >/dev/null; then
    # Pages of other packages need not be here.
    mandoc -Tlint "$file" | grep -v 'referenced manual not found' >"$scratch/lint"
    ok "$name: mandoc has nothing to say" test ! -s "$scratch/lint"
    sed 's/^/# /' "$scratch/lint"
  else skip "$name: mandoc has nothing to say" "no mandoc"; fi
  if command -v man >/dev/null && command -v groff >/dev/null; then
    MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$file" >/dev/null 2>"$scratch/warnings"
    ok "$name: man has nothing to say" test ! -s "$scratch/warnings"
    sed 's/^/# /' "$scratch/warnings"
  else skip "$name: man has nothing to say" "no man or no groff"; fi
done

# The examples, run where the models are.
mkdir "$scratch/models"
cp "$SOURCE"/models/examples/*.eml "$scratch/models"
chmod -R u+w "$scratch/models"
awk -v folder="$scratch" '
  /^\.Bd -literal/ { n++; file = sprintf ("%s/block.%03d", folder, n); next }
  /^\.Ed/          { file = ""; next }
  file             { gsub (/\\e/, "\\"); gsub (/\\-/, "-"); print > file }
' "$page"
doc_commands "$scratch/models"
ok "at least ten commands" test "$doc_count" -ge 10

# Commands and statuses.
for command in $("$PHASELOCK" --help | sed -nE 's/^  phaselock ([a-z]+) .*/\1/p'); do
  ok "the list of commands has $command" grep -qxF ".It Cm $command" "$page"
  ok "the synopsis has $command" grep -qE "^\.Cm (.* )?$command( |$)" \
    <(sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/p' "$page")
done
for reduction in $(sed -nE 's/^  R \("([a-z-]+)".*/\1/p' "$SOURCE/phaseauto/reduction.h") all; do
  ok "--without $reduction" grep -qE "^\.Cm (.* )?$reduction [,.]" \
    <(sed -n '/^\.It Fl -without/,/^\.El/p' "$page")
done
while IFS=, read -r name value; do
  ok "exit status $value ($name)" grep -qE "^\.It ([0-9]+, )?$value(, [0-9]+)?$" \
    <(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$page")
done < <(sed -nE 's/^ *(STATUS_[A-Z_]+) = ([0-9]+),.*/\1,\2/p' "$SOURCE/src/io/status.h")
done_testing
