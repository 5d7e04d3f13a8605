#!/usr/bin/env bash
# patterns.sh -- the command `phaselock patterns': lists, drawings, choices.
source "$SOURCE/tests/lib/tap.sh"
export NO_COLOR=1
cd "$scratch" || exit

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
expect 0 "complete is the default" "$PHASELOCK" patterns
ok "... in all formats" diff <(printf '%s\n' "$out") <("$PHASELOCK" patterns -a complete --format list)
says "a line" "12  inconsistent pair read                 R(l1) W'(l2) W'(l1) R(l2)"

# ---- Drawings.
expect 0 "text" "$PHASELOCK" patterns -p 13 --format text
ok "the phases of pattern 13" diff - <(printf '%s\n' "$out") <<'TEXT'
13  inconsistent pair read, overlapping
  fields l1, l2; threads u, u'
  phase 1   anything may happen
      | 1  u reads l1 in unit
  phase 2   u stays in unit
      | 2  u' writes l2 in unit
  phase 3   u stays in unit, u' stays in unit
      | 3  u reads l2
  phase 4   u' stays in unit
      | 4  u' writes l1
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
says "notation of quotes, accesses and unit ends" "R_u(l) A_\"v'\"(l) W_u(l) end_w"
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

# ---- Titles.
titled () { # LIST NUMBERS: -p LIST chooses these patterns of complete
  expect 0 "-p $1" "$PHASELOCK" patterns -a complete -p "$1"
  ok "-p $1: $2" test "$(awk '{ printf "%s%s", sep, $1; sep = " " }' <<<"$out")" = "$2"
}
titled 'lost update' 1
titled 'Lost UPDATE' 1
titled 'inconsistent pair read' 12
titled 'inconsistent pair read, in order' 11
titled 'write skew, in order , 2,lost update' '1 2 17'
titled '3, "write skew, crosswise","Write Skew"' '3 15 16'
titled '12  inconsistent pair read' 12
while IFS= read -r line; do # every title, and every line up to its formula
  line=$(sed -E 's/ +[RW]\(.*//; s/^ +//' <<<"$line")
  number=${line%%  *}
  for list in "${line#*  }" "$line"; do
    [ "$("$PHASELOCK" patterns -a complete -p "$list" | awk '{ print $1 }')" = "$number" ] || not+="$list;"
  done
done < <("$PHASELOCK" patterns -a complete)
ok "-p takes each title that the list shows" test "$number ${not-}" = "32 "
refuse_title () { # LIST TEXT
  expect 2 "-p '$1' is refused" "$PHASELOCK" check -a complete -p "$1" "$SOURCE/models/examples/stack.eml"
  complains "... $2" "$2"
}
refuse_title 'lost updaet' "no pattern is called 'lost updaet'; did you mean 'lost update'?"
refuse_title 'Dirty Read' "no pattern is called 'Dirty Read'; did you mean 'mutual dirty read, in order'?"
refuse_title '11 inconsistent pair read' "no pattern is called"
refuse_title 'lost update x' "no pattern is called 'lost update x'"
cat >titles.pa <<'PA'
automaton b "a" (l) { threads u; u reads l; }
automaton a "x, y" (l) { threads u; u reads l; }
automaton c "X, Y" (l) { threads u; u reads l; }
PA
expect 0 "a name goes before a title" "$PHASELOCK" patterns -a titles.pa -p a
ok "... and is one" test "$(wc -l <<<"$out")" = 1
says "... that one" 'x, y'
expect 0 "one title of two automata" "$PHASELOCK" patterns -a titles.pa -p 'x, y'
ok "... chooses both" test "$(wc -l <<<"$out")" = 2

# ---- Explanations.
expect 0 "--explain" "$PHASELOCK" patterns -p 1 --explain
ok "pattern 1 explained" diff - <(printf '%s\n' "$out") <<'TEXT'
1  lost update
  R(l) W'(l) W(l)

  u reads a field and writes back what it computed from the value, but another
  unit has written the field in between.

  The other unit's write is lost: u overwrites it without having seen it. A
  deposit undoes a correction of the balance, and of two deposits only one
  arrives.

    void deposit(int amount) {   // u
      int old = balance;         // 1 R(balance)
      balance = old + amount; }  // 3 W(balance)
    void setBalance(int b) {     // u'
      balance = b; }             // 2 W'(balance)
TEXT
expect 0 "an automaton without a text" "$PHASELOCK" patterns -a mine.pa -p 3 --explain
says "... says so" 'Its file has no text about it.'
expect 0 "a picture of several" "$PHASELOCK" patterns -a mine.pa --format svg
says "... with a name that XML would misread" 'v&#39;'
if command -v xmllint >/dev/null; then
  ok "... is XML" xmllint --noout - <<<"$out"
else
  skip "... is XML" "no xmllint here"
fi
printf '/// \033[31mred\nautomaton "a|b" "_\303\251_" (l) { threads u; u reads l; }\n' >page.pa
expect 0 "a page of others" "$PHASELOCK" patterns -a page.pa --format markdown
says "... keeps its names from being markup" '## a\|b. \_é\_'
says "... and from reaching the terminal" '\<U+001B\>\[31mred'

# ---- Usage.
expect 2 "no such set" "$PHASELOCK" patterns -a stritc
complains "... did you mean" "There is a set of automata called 'strict'."
expect 2 "a format that is none" "$PHASELOCK" patterns --format png
for format in text dot pa svg markdown; do
  expect 2 "a race is no automaton, $format" "$PHASELOCK" patterns -p race,deadlock --format $format
  is "a race is no automaton, $format: said" "$out$err" \
    "phaselock patterns: races and deadlocks have no automaton that could be shown; --explain says what they are"
done
expect 0 "beside an automaton" "$PHASELOCK" patterns -p 1,race --format svg
expect 0 "by its title" "$PHASELOCK" patterns -p "Data race"
is "by its title: listed" "$out" "race  data race"
expect 2 "--explain and a format" "$PHASELOCK" patterns --explain --format svg
complains "... says so" 'cannot be combined with --format'
expect 2 "a word too much" "$PHASELOCK" patterns mine.pa
complains "... says where it goes" 'goes after -a'
expect 2 "an option that is none" "$PHASELOCK" patterns --patern 1
complains "... did you mean" "did you mean '--pattern'?"
expect 0 "help" "$PHASELOCK" patterns --help
says "help names the sets" 'complete|strict|spin09|FILE'
expect 0 "standard input is a file" bash -c 'cat mine.pa | "$0" patterns -a - -p 3' "$PHASELOCK"
expect 4 "a full disk" bash -c '"$0" patterns >/dev/full' "$PHASELOCK"
printf 'automaton "a\033[31mb" (l) { threads u; u reads l; }\n' >escape.pa
expect 0 "control characters in names" "$PHASELOCK" patterns -a escape.pa
says "... are shown, not sent" 'a<U+001B>[31mb'
done_testing
