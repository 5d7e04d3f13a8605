#!/usr/bin/env bash
# patterns.sh -- the command `phaselock patterns': lists, drawings, choices.
source "$SOURCE/tests/lib/tap.sh"
export NO_COLOR=1
cd "$scratch"

says () { # NAME TEXT: standard output has the text, as a fixed string
  ok "$1" grep -qF -- "$2" <<<"$out"
}
complains () { # NAME TEXT
  ok "$1" grep -qF -- "$2" <<<"$err"
}

# ---- The sets.
for set in strict:14 spin09:14 complete:32; do
  name=${set%:*} count=${set#*:}
  expect 0 "$name is listed" "$PHASELOCK" patterns -a "$name"
  ok "$name has $count automata" test "$(wc -l <<<"$out")" = "$count"
  expect 0 "$name as source" "$PHASELOCK" patterns -a "$name" --format pa
  printf '%s\n' "$out" >"$name.pa"
  expect 0 "... is a set that can be read" "$PHASELOCK" patterns -a "$name.pa" --format pa
  ok "... and is the same" diff "$name.pa" - <<<"$out"
  ok "$name.pa as shipped says what is compiled in" diff "$name.pa" \
    <("$PHASELOCK" patterns -a "$SOURCE/phaseauto/$name.pa" --format pa)
done
expect 0 "strict is the default" "$PHASELOCK" patterns
ok "... in all formats" diff <(printf '%s\n' "$out") <("$PHASELOCK" patterns -a strict --format list)
says "a line" '12  inconsistent pair read               R_u(l1) W_v(l2) W_v(l1) R_u(l2)'

# ---- Drawings.
expect 0 "text" "$PHASELOCK" patterns -p 13 --format text
ok "the phases of pattern 13" diff - <(printf '%s\n' "$out") <<'TEXT'
13  inconsistent pair read, overlapping
  fields l1, l2; threads u, v
  phase 1   anything may happen
      | 1  u reads l1 in unit
  phase 2   u stays in unit
      | 2  v writes l2 in unit
  phase 3   u stays in unit, v stays in unit
      | 3  u reads l2
  phase 4   v stays in unit
      | 4  v writes l1
  violation
TEXT
expect 0 "dot" "$PHASELOCK" patterns -a spin09 -p 1,6 --format dot
says "dot has the first state" 'a0_0 -> a0_1 [label="u begins unit"];'
says "dot has what is forbidden" 'a5_2 -> a5_2 [label="u stays in unit", style=dashed];'
ok "dot: five and six states, one accepting each" test \
  "$(grep -cE '^    a[0-9]+_[0-9]+ \[' <<<"$out") $(grep -c doublecircle <<<"$out")" = "11 2"
if command -v dot >/dev/null; then
  printf '%s\n' "$out" >patterns.dot
  ok "graphviz reads it" dot -Tcanon -o /dev/null patterns.dot
else
  skip "graphviz reads it" "no dot here"
fi

# ---- Choices.
cat >mine.pa <<'PA'
automaton lost "with a \"quote\"" (l) { threads u, "v'"; u reads l in unit; "v'" accesses l; u writes l; never u ends from 1 to 2; }
PA
expect 2 "a file with an error" "$PHASELOCK" patterns -a mine.pa
complains "... is shown where it is" 'mine.pa:1:114: error: expected'
cat >mine.pa <<'PA'
automaton lost "with a \"quote\"" (l) {
  threads u, "v'", w;
  u reads l in unit;  "v'" accesses l;  u writes l;  w ends unit;
  never w writes l from 1 to 3;
}
automaton "a, b" (l) { threads u; u writes l; }
automaton 3 (l) { threads u; u writes l; }
automaton 7 (l) { threads u; u reads l; }
automaton 9 (l) { threads u; u reads l; }
PA
chosen () { # LIST NAMES...: the automata that -p LIST chooses
  local list=$1; shift
  expect 0 "-p $list" "$PHASELOCK" patterns -a mine.pa -p "$list"
  ok "-p $list: $*" test "$(sed -E 's/^ *//; s/  .*//' <<<"$out" | tr '\n' ';')" = "$(printf '%s;' "$@")"
}
chosen 3 3
chosen 3-9 3 7 9
chosen lost,9 lost 9
chosen '9, "a, b" ,lost' lost 'a, b' 9
chosen '3,3-7,7' 3 7
expect 0 "a pattern with all there is" "$PHASELOCK" patterns -a mine.pa -p lost
says "notation of quotes, accesses and unit ends" "R_u(l) A_v'(l) W_u(l) end_w"
expect 0 "its drawing" "$PHASELOCK" patterns -a mine.pa -p lost --format text
says "what is never done" "u reads l in unit"
says "... in its phases" "  phase 2   never w writes l"
expect 0 "its graph" "$PHASELOCK" patterns -a mine.pa -p lost --format dot
says "quotes are escaped" 'label="lost  with a \"quote\""'
refuse () { # LIST TEXT: -p LIST is refused with the text
  expect 2 "-p '$1' is refused" "$PHASELOCK" patterns -a mine.pa -p "$1"
  complains "... $2" "$2"
  ok "... and nothing is printed" test -z "$out"
}
refuse 4 'there is no pattern number 4'
refuse 3-8 'there is no pattern number 8'
refuse 99999999999999999999 'there is no pattern number 99999999999999999999'
refuse 9-3 "the range '9-3' runs backwards"
refuse losst "no pattern is called 'losst'; did you mean 'lost'?"
refuse '"3"' "no pattern is called '3'"
refuse '' 'an empty word'
refuse '3,' 'an empty word'
refuse ',3' 'an empty word'
refuse '"a, b' 'a quote is not closed'
refuse '"a, b"x' 'expected a comma after'
refuse '3-' "no pattern is called '3-'"

# ---- Usage.
expect 2 "no such set" "$PHASELOCK" patterns -a stritc
complains "... did you mean" "There is a set of automata called 'strict'."
expect 2 "a format that is none" "$PHASELOCK" patterns --format svg
expect 2 "a word too much" "$PHASELOCK" patterns mine.pa
complains "... says where it goes" 'goes after -a'
expect 2 "an option that is none" "$PHASELOCK" patterns --patern 1
complains "... did you mean" "did you mean '--pattern'?"
expect 0 "help" "$PHASELOCK" patterns --help
says "help names the sets" 'strict|spin09|complete|FILE'
expect 0 "standard input is a file" bash -c 'cat mine.pa | "$0" patterns -a - -p 3' "$PHASELOCK"
expect 4 "a full disk" bash -c '"$0" patterns >/dev/full' "$PHASELOCK"
printf 'automaton "a\033[31mb" (l) { threads u; u reads l; }\n' >escape.pa
expect 0 "control characters in names" "$PHASELOCK" patterns -a escape.pa
says "... are shown, not sent" 'a<U+001B>[31mb'
done_testing
