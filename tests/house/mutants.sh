#!/usr/bin/env bash
# mutants.sh -- every mutant still changes its file.  The campaigns that show that
# mutants are noticed take hours (make check-mutations, make check-checker); that a
# mutant no longer applies, because a line was rewritten or a file moved, shows here.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
if ! command -v perl >/dev/null; then
  skip "mutants apply" "no perl"
  done_testing
  exit
fi
applies () { # FILE CHANGE
  cp "$1" "$scratch/mutant" && perl -0777 -pi -e "$2" "$scratch/mutant" &&
    ! cmp -s "$1" "$scratch/mutant"
}
count=0
# Lines are ENGINE|NAME|FILE|CHANGE|WHAT for engines, NAME|FILE|CHANGE|WHAT for the
# checker, whose files are in one folder.
while IFS= read -r line; do
  case $line in ''|'#'*) continue ;; esac
  rest=${line#*|} name=${rest%%|*} rest=${rest#*|}
  file=${rest%%|*} rest=${rest#*|}
  ok "mutant $name applies" applies "$SOURCE/$file" "${rest%|*}"
  count=$((count + 1))
done <"$SOURCE/tests/differential/mutants"
while IFS= read -r line; do
  case $line in ''|'#'*) continue ;; esac
  name=${line%%|*} rest=${line#*|}
  file=${rest%%|*} rest=${rest#*|}
  ok "mutant $name of the checker applies" applies "$SOURCE/src/certificate/checker/$file" "${rest%|*}"
  count=$((count + 1))
done <"$SOURCE/tests/certificate/mutants"
ok "there are more than fifty mutants" test "$count" -gt 50
printf 'int x;\n' >"$scratch/source.c"
status=0
applies "$scratch/source.c" 's/int y/int z/' || status=$?
ok "one that changes nothing does not apply" test "$status" != 0
done_testing
