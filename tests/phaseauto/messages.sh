#!/usr/bin/env bash
# messages.sh -- one file per message about automata: what `patterns -a' says of
# bad/X.pa, and its exit status, is bad/X.gold.  After a change that is
# meant: ACCEPT=1 SOURCE=... PHASELOCK=... bash messages.sh
source "$SOURCE/tests/lib/tap.sh"
folder=$SOURCE/tests/phaseauto/bad

# said FILE: all that the program says of it, and its status.
said () {
  local status=0
  (cd "$folder" && NO_COLOR=1 "$PHASELOCK" patterns -a "$1" </dev/null 2>&1) || status=$?
  echo "exit status $status"
}

for file in "$folder"/*.pa; do
  name=$(basename "$file" .pa)
  said "$name.pa" >"$scratch/$name"
  [ -z "${ACCEPT-}" ] || cp "$scratch/$name" "$folder/$name.gold"
  ok "bad/$name" diff -u "$folder/$name.gold" "$scratch/$name"
done

# Files too large to keep.
words () { local i; for ((i = 0; i < $1; i++)); do printf '%s%d%s' "$2" "$i" "$3"; done; }
refused () { # NAME CODE: the file of that name gets an error with the code
  expect 2 "$1" "$PHASELOCK" patterns -a "$scratch/$1.pa"
  ok "$1: [$2]" grep -q "error: .*\[$2\]" <<<"$err"
}
echo "automaton 1 ($(words 63 p ,)p) { threads u; u reads p; }" >"$scratch/many-parameters.pa"
refused many-parameters too-many
echo "automaton 1 (l) { threads $(words 63 t ,)t; t reads l; }" >"$scratch/many-threads.pa"
refused many-threads too-many
echo "automaton 1 (l) { threads u; $(words 64 'u reads l; /*' '*/') }" >"$scratch/many-steps.pa"
refused many-steps too-many
echo "automaton $(head -c 70000 /dev/zero | tr '\0' a) (l) { threads u; u reads l; }" >"$scratch/long-name.pa"
refused long-name long-name
words 20000 'automaton x' ' (l) { threads u; u reads l; } ' >"$scratch/fine.pa"
expect 0 "twenty thousand automata" "$PHASELOCK" patterns -a "$scratch/fine.pa"
ok "... all of them listed" test "$(wc -l <<<"$out")" = 20000
words 100000 '{ (' ' ' >"$scratch/braces.pa"
refused braces syntax

# Every code that the front end can give is in some golden file or above.
for code in $(grep -ohE 'diag_(error|warning|error_file) \([^"]*"[a-z0-9-]+"' \
                "$SOURCE"/phaseauto/*.[cyl] | grep -oE '"[a-z0-9-]+"' | tr -d '"' | sort -u); do
  ok "a test shows [$code]" grep -qrE "\[$code\]" "$folder"
done
done_testing
