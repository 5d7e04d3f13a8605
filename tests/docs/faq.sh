#!/usr/bin/env bash
# faq.sh -- the models, the automaton and the commands of doc/faq.md, and what it says
# about the number of processes and the size of models.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
doc_cut "$SOURCE/doc/faq.md"
doc_files "$scratch" >"$scratch/names"
ok "four files" test "$(wc -l <"$scratch/names")" = 4
expect 0 "the models are formatted" "$PHASELOCK" fmt --check "$scratch"/*.eml
expect 0 "and well formed" "$PHASELOCK" lint -q "$scratch"/*.eml
doc_commands "$scratch"
ok "five commands" test "$doc_count" = 5

# A third process with the same body, and many more, change no verdict.
verdicts () { # MODEL
  "$PHASELOCK" check -a complete --format jsonl "$1" |
    sed -nE 's/.*("pattern":[0-9]+),("fields":[^]]*\]).*("verdict":"[a-z]+").*/\1 \2 \3/p'
}
sed -E 's/^process (Left|Right) /process \1[2] /' "$scratch/skew.eml" >"$scratch/two.eml"
sed -E 's/^process (Left|Right) /process \1[30] /' "$scratch/skew.eml" >"$scratch/thirty.eml"
verdicts "$scratch/two.eml" >"$scratch/two"
ok "sixty-four verdicts, not all the same" \
  test "$(wc -l <"$scratch/two")" = 64 -a "$(sed 's/.* //' "$scratch/two" | sort -u | wc -l)" = 2
ok "thirty copies have the verdicts of two" diff "$scratch/two" <(verdicts "$scratch/thirty.eml")

# A deadlock takes as many processes as its circle has locks.
ring () { # COPIES
  echo "lock a, b, c; process P[$1] { call ab; } proc ab { if (*) { sync a { sync b { skip; } } } else { call bc; } }"
  echo "proc bc { if (*) { sync b { sync c { skip; } } } else { sync c { sync a { skip; } } } }"
}
ring 2 >"$scratch/ring.eml"
expect 0 "three locks, two copies" "$PHASELOCK" check -q -p deadlock "$scratch/ring.eml"
ring 3 >"$scratch/ring.eml"
expect 10 "three locks, three copies" "$PHASELOCK" check -q -p deadlock "$scratch/ring.eml"

# Units that are as small as their lock are safe.
sed -E '/^  unit \{$/,/^  }$/ { /^  (unit \{|})$/d; s/sync (.*) \{ (.*) \}/sync \1 { unit { \2 } }/; }' \
  "$scratch/skew.eml" >"$scratch/small.eml"
ok "smaller units are another model" bash -c '! cmp -s "$1" "$2"' _ "$scratch/small.eml" "$scratch/skew.eml"
expect 0 "with which all is safe" "$PHASELOCK" check -q -a complete "$scratch/small.eml"

# A model of 20,000 lines.
"$BUILD/phaselock-gen" straight -n 100000 >"$scratch/large.eml"
ok "it has 20,000 lines" test "$(wc -l <"$scratch/large.eml")" -ge 20000
ok "and is decided" bash -c 'timeout 60 "$1" check -q -a complete "$2"; [ $? = 10 ]' _ "$PHASELOCK" "$scratch/large.eml"
done_testing
