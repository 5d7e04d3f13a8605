#!/usr/bin/env bash
# mutate.sh -- break the checker of certificates in small ways, and make sure that its
# test notices: either something false is confirmed, or something true is refused.
#
#     mutate.sh [NAME...]      all of `mutants', or those named
#
# Works on a copy of the sources.  Prints a table; exit status 1 if a mutant was
# not noticed.  Run by `make check-checker' with SOURCE set.  MUTANT_SEEDS
# (default 300): random models for those that the test itself does not notice.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${SOURCE:=$(cd "$here/../.." && pwd)}" "${MUTANT_SEEDS:=300}"
export SOURCE
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/build"
tar -C "$SOURCE" --exclude=./_build --exclude=./.git --exclude=autom4te.cache -cf - . | tar -C "$work/source" -xf - || exit 2
cd "$work/build" || exit 2
"$work/source/configure" --quiet CFLAGS='-O1' >"$work/log" 2>&1 &&
  make -j"$(nproc)" tests/certificate/{certificates,exhaust,invariants} >>"$work/log" 2>&1 ||
  { tail -20 "$work/log"; exit 2; }

# Which test looks at FILE, and with which options it looks longer.
choose () {
  program=tests/certificate/certificates
  longer=("--seeds 1 $MUTANT_SEEDS" "--threads 1 $MUTANT_SEEDS")
  case $1 in
    words.c|terms.c|stands.c|moves.c|faults.c|states.c|whereabouts.c)
      program=tests/certificate/exhaust longer=("1 1000") ;;
    induction.c|invariants.c|gates.c|queries.c)
      program=tests/certificate/invariants longer=("1 60") ;;
  esac
}

missed=0 caught=0
printf '| mutant | what breaks | noticed by |\n|---|---|---|\n'
while IFS= read -r line; do
  case $line in ''|'#'*) continue;; esac
  name=${line%%|*} rest=${line#*|}
  file=${rest%%|*} rest=${rest#*|}
  what=${rest##*|} change=${rest%|*}
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue;; esac
  fi
  choose "$file"
  case $name in no-choice|any-role|any-waiter) choose certify.c ;; esac # of roles
  target=$work/source/src/certificate/checker/$file
  cp -p "$target" "$work/original"
  perl -0777 -pi -e "$change" "$target"
  touch "$target"
  how=
  if cmp -s "$target" "$work/original"; then
    how="DOES NOT APPLY"
  elif ! make "$program" >"$work/log" 2>&1; then
    how="DOES NOT COMPILE"
  else
    timeout 120 "$program" >"$work/out" 2>&1 || how=$(sed -n 's/^not ok [0-9]* - \(.*\)/\1/p' "$work/out" | head -1)
    grep -q '^1\.\.' "$work/out" || how=${how:-death}
    for more in "${longer[@]}"; do
      [ -n "$how" ] || timeout 300 "$program" $more >"$work/out" 2>&1 ||
        how=$(sed -n 's/^not ok [0-9]* - \(.*\)/\1/p' "$work/out" | head -1)
      grep -q '^1\.\.' "$work/out" || how=${how:-death}
    done
  fi
  case $how in
    ''|DOES*) missed=$((missed + 1)); echo "| $name | $what | ${how:-NOTHING} |" ;;
    *) caught=$((caught + 1)); echo "| $name | $what | $how |" ;;
  esac
  cp "$work/original" "$target"
  touch "$target"
done <"$here/mutants"
echo "$caught noticed, $missed not" >&2
[ "$missed" = 0 ]
