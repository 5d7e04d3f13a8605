#!/usr/bin/env bash
# cnf.sh -- --dump-cnf: what other solvers say to the question that was asked last.
. "$SOURCE/tests/lib/tap.sh"
cd "$SOURCE" || exit 1
cnf=$scratch/question.cnf

# The other solver: "s SATISFIABLE" or "s UNSATISFIABLE"; minisat says so in a file.
ask_other () {
  if command -v cadical >/dev/null; then cadical -q -n "$1"
  elif command -v minisat >/dev/null; then
    minisat -verb=0 "$1" "$scratch/other" >/dev/null
    sed -n 's/^SAT$/s SATISFIABLE/p; s/^UNSAT$/s UNSATISFIABLE/p' "$scratch/other"
  fi
}
if command -v cadical >/dev/null || command -v minisat >/dev/null; then there=yes; else there=; fi

# dumps VERDICT COMMENT OTHER OPTION...
dumps () {
  local verdict=$1 comment=$2 other=$3; shift 3
  rm -f "$cnf"
  "$PHASELOCK" check -q --format jsonl -e bmc --dump-cnf "$cnf" "$@" >"$scratch/records" 2>&1
  ok "$*: $verdict" grep -q "\"verdict\":\"$verdict\"" "$scratch/records"
  ok "... the question" grep -q "^c depth [0-9]*: $comment" "$cnf"
  ok "... as many clauses as it says" awk '/^p/ { wanted = $4 } !/^[cp]/ { found++; if ($NF != 0) exit 2 }
    END { exit wanted != found }' "$cnf"
  if [ -n "$there" ]; then ok "... another solver agrees" grep -qx "s $other" <(ask_other "$cnf")
  else skip "... another solver agrees" "none"; fi
}

for way in "" "--without lazy" "--without transactions"; do
  dumps violation "can what is asked" SATISFIABLE $way -p assert tests/bmc/first.eml
  dumps violation "can what is asked" SATISFIABLE $way -p race -f x tests/bmc/tests.eml
  dumps safe "can " UNSATISFIABLE $way -p race -f z tests/bmc/tests.eml
  dumps unknown "can a process" SATISFIABLE $way --depth 3 -p deadlock models/data/counter-fixed.eml
done
dumps safe "can " UNSATISFIABLE -p race -f a models/bmc/factors.eml
dumps violation "can what is asked" SATISFIABLE -p deadlock models/examples/philosophers.eml

expect 2 "of several queries none" "$PHASELOCK" check -e bmc --dump-cnf "$cnf.2" models/data/counter.eml
ok "... which is said, with a way out" grep -q "is for one query.*choose one with -p and -f" <<<"$err"
ok "... and nothing is written" test ! -e "$cnf.2"
expect 2 "of several models none" "$PHASELOCK" check -e bmc --dump-cnf "$cnf.2" tests/bmc/first.eml tests/bmc/block.eml
expect 2 "only with bmc" "$PHASELOCK" check -p assert --dump-cnf "$cnf.2" tests/bmc/first.eml
expect 2 "not to standard output" "$PHASELOCK" check -e bmc -p assert --dump-cnf - tests/bmc/first.eml
ok "... which has the findings" grep -q -- "--dump-cnf -: standard output has" <<<"$err"
expect 4 "a full disk" "$PHASELOCK" check -q -e bmc -p assert --dump-cnf /dev/full tests/bmc/first.eml
ok "... is named" grep -q "^/dev/full: error: cannot write" <<<"$err"
expect 5 "time runs out in the solver" "$PHASELOCK" check -q -e bmc --timeout 0.3 -p exclusive --dump-cnf "$cnf" models/data/ring-fixed.eml
ok "... and its question is there" grep -q "^p cnf [1-9]" "$cnf"
done_testing
