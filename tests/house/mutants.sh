#!/usr/bin/env bash
# mutants.sh -- every mutant still applies: the line that its substitution changes is in
# the sources.  Whether mutants are noticed takes longer: `make check-mutations' and
# `make check-checker'.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
cd "$SOURCE" || exit
if ! command -v perl >/dev/null; then
  skip "mutants apply" "no perl"
  done_testing
  exit
fi

applies () { # FILE SUBSTITUTION
  [ -f "$1" ] || { echo "no file $1"; return 1; }
  perl -0777 -pe "$2" "$1" >"$scratch/mutant" || return
  ! cmp -s "$1" "$scratch/mutant" || { echo "$1 has no such line: $2"; return 1; }
}
# As tests/differential/mutate.sh and tests/certificate/mutate.sh read the two lists.
while IFS='|' read -r engine name file change what; do
  case $engine in ''|'#'*) continue ;; esac
  change=$change'|'$what
  ok "$engine, $name" applies "$file" "${change%/|*}/"
done <tests/differential/mutants
while IFS='|' read -r name file change; do
  case $name in ''|'#'*) continue ;; esac
  ok "checker, $name" applies "src/certificate/checker/$file" "${change%|*}"
done <tests/certificate/mutants
ok "there are many" test "$tap_count" -gt 80

echo 'int main (void) { return 0; }' >"$scratch/source.c"
ok "one that applies" applies "$scratch/source.c" 's/return 0;/return 1;/'
expect 1 "one that does not" applies "$scratch/source.c" 's/return 2;/return 1;/'
expect 1 "one of a file that is gone" applies "$scratch/gone.c" 's/return 0;/return 1;/'
done_testing
