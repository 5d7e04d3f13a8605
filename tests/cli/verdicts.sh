#!/usr/bin/env bash
# The verdicts of the examples are the ones derived by hand (EXPECTED), with
# every reduction and without.  (Under limits of memory: memory.sh.)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$SOURCE/tests/lib/expected.sh"
examples=$SOURCE/models/examples

files=$(cd "$examples" && echo *.eml)
ok "EXPECTED knows all of them" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$examples/EXPECTED")
ok "and so does the README" diff <(tr ' ' '\n' <<<"$files") \
  <(sed -n 's/^| \([a-z-]*\.eml\) .*/\1/p' "$examples/README.md" | LC_ALL=C sort)

# All models at once.
expected=$examples/EXPECTED
agrees () { # NAME OPTION...
  local name=$1 bad= status=0; shift
  # shellcheck disable=SC2046
  careful check -e bdd --format jsonl "$@" $(expected_models "$expected" | sed "s,^,$examples/,") >all.jsonl 2>errors </dev/null || status=$?
  [ "$status" = 10 ] || bad="status $status"
  [ -s errors ] && bad="$bad messages"
  is "verdicts: $name" "$bad$(expected_differs "$expected" all.jsonl)" ""
}

agrees "all reductions"
for reduction in $(sed -nE 's/^  R \("([a-z-]+)".*/\1/p' "$SOURCE/phaseauto/reduction.h"); do
  agrees "without $reduction" --without "$reduction"
done
agrees "without any reduction" --without all
agrees "without roles and slicing" --without roles,slicing
agrees "the engine that auto chooses" -e auto
agrees "antichains" -e antichain
# Some: without reductions antichains are slow, and recursion is beyond the explicit search.
grep -E '^(flag|philosophers|workers)' "$examples/EXPECTED" >expected
expected=$PWD/expected agrees "antichains without any reduction" -e antichain --without all
grep -v '^vector' "$examples/EXPECTED" >expected
expected=$PWD/expected agrees "the explicit search" -e explicit

# A model without violations is fine, every one with some is not.
for model in "$examples"/*.eml; do
  name=${model##*/} wanted=10
  [ -n "$(expected "$examples/EXPECTED" "$name")" ] || wanted=0
  expect "$wanted" "status: $name" careful check -q "$model"
done

# The other sets.  strict is the first fourteen of complete, and finds the same there;
# spin09 asks for less than strict, so it finds all that strict finds.
for set in strict spin09; do
  wrong= status=0
  careful check -e bdd --format jsonl -p patterns -a "$set" "$examples"/*.eml >set.jsonl 2>errors </dev/null || status=$?
  [ "$status" = 10 ] || wrong="status $status"
  while IFS=: read -r model found; do
    case $model in ''|'#'*) continue ;; esac
    grep -F "/$model\"" set.jsonl >one.jsonl
    have=" $(violations one.jsonl) " wanted=" "
    for v in $found; do
      case $v in race:*|deadlock) ;; *) [ "${v%%:*}" -le 14 ] && wanted="$wanted$v " ;; esac
    done
    for v in $wanted; do
      case $have in *" $v "*) ;; *) wrong="$wrong $model $v" ;; esac
    done
    [ "$set" = strict ] && for v in $have; do
      case $wanted in *" $v "*) ;; *) wrong="$wrong $model +$v" ;; esac
    done
  done <"$examples/EXPECTED"
  is "$set: finds the fourteen" "$wrong" ""
  is "$set: nothing is unknown" "$(grep -c '"unknown"' set.jsonl)" 0
done

# Write skew is found by default, and is what strict does not see.
expect 10 "write skew: found" careful check -q "$examples/oncall.eml"
expect 0 "write skew: not by strict" careful check -q -a strict "$examples/oncall.eml"

# What the head of a model suggests to try.
sed 's/join Worker /join Worker[0] /' "$examples/workers-fixed.eml" >one.eml
expect 10 "one join is not enough" phaselock check -q one.eml
ok "one join is not enough: the other worker is to blame" grep -q "Worker\[1\]" <<<"$out"

done_testing
