#!/usr/bin/env bash
# inputs.sh -- which models are read: files, folders, streams; in which order;
# what happens with those that cannot be read.
source "$(dirname "$0")/common.sh"
model='process P { skip; }'
mkdir -p tree/b tree/a.d empty
echo "$model" | tee tree/z.eml tree/b/y.eml tree/a.d/x.eml tree/a.eml tree/B.eml tree/no.txt good.eml >/dev/null
ok_line='ok: 1 process, 0 locks, 0 fields, 2 symbols, 2 rules, 1 context'

expect 0 "a folder" phaselock lint tree
is "models below a folder come sorted by bytes" "$(echo "$out" | sed 's/: ok.*//')" \
  "tree/B.eml
tree/a.d/x.eml
tree/a.eml
tree/b/y.eml
tree/z.eml
5 models, 0 with errors, 0 warnings"
expect 0 "a folder with slashes after it" phaselock lint tree//
is "slashes after a folder do not show" "$(echo "$out" | head -1)" "tree/B.eml: $ok_line"
expect 0 "models in the order given" phaselock lint tree/z.eml tree/a.eml
is "files stay in the order given" "$(echo "$out" | head -2)" "tree/z.eml: $ok_line
tree/a.eml: $ok_line"
expect 2 "a folder without models" phaselock lint empty
says "a folder without models: says so" "empty: error: no *.eml, *.class or *.jar file below this folder"
expect 2 "a folder without models among others" phaselock lint empty good.eml
says "the others are read" "good.eml: $ok_line"
expect 2 "a missing file" phaselock lint missing.eml good.eml
says "a missing file: says so" "missing.eml: error: No such file or directory [unreadable]"
says "the others are read after it" "good.eml: $ok_line"
expect 2 "an empty path" phaselock lint ""
expect 2 "a path with a file for a folder" phaselock lint good.eml/x.eml

cp good.eml locked.eml; chmod 000 locked.eml
mkdir locked; chmod 000 locked
expect 2 "an unreadable file" unprivileged lint locked.eml
says "an unreadable file: says so" "locked.eml: error: Permission denied [unreadable]"
expect 2 "an unreadable folder" unprivileged lint locked
says "an unreadable folder: says so" "locked: error: Permission denied"
chmod 700 locked
expect 2 "what cannot be read though it is open" phaselock lint /proc/self/mem
says "what cannot be read: says so" "[unreadable]"

# A bad model among several: the others are processed, status 2 at the end.
echo 'process P { raed a; }' >bad.eml
for command in "lint" "fmt" "dump --what sizes"; do
  expect 2 "$command: a bad model among several" phaselock $command good.eml bad.eml tree/a.eml
  says "$command: its error" "bad.eml:1:13: error:"
done
expect 2 "dump: a bad model among several" phaselock dump good.eml bad.eml tree/a.eml
is "dump: the others are there" "$(echo "$out" | grep '^#')" "# good.eml
# tree/a.eml"
expect 2 "a bad model outranks a difference" phaselock fmt --check bad.eml <(echo 'process P{skip;}')

# Links: to a model they count, to a folder they are not followed (no cycles).
ln -s ../tree empty/cycle; ln -s ../good.eml empty/link.eml; ln -s nowhere empty/broken.eml
expect 0 "links in a folder" phaselock lint empty
is "a link to a model counts, others do not" "$out" "empty/link.eml: $ok_line"
ln -s tree linked
expect 0 "a link to a folder, given" phaselock lint linked
says "a link to a folder, given, is followed" "linked/a.eml: $ok_line"

# Streams.
pipe () { echo "$model" | phaselock "$@"; }
expect 0 "standard input" pipe lint -
is "standard input is called -" "$out" "-: $ok_line"
expect 0 "fmt of standard input" pipe fmt -
is "fmt of standard input" "$out" "$model"
expect 0 "fmt --in-place of standard input prints" pipe fmt --in-place -
is "fmt --in-place of standard input prints it" "$out" "$model"
expect 2 "empty standard input" phaselock lint -
says "empty standard input is an empty model" "-: error: the model is empty"
mkfifo fifo; echo "$model" >fifo &
expect 0 "a FIFO" phaselock lint fifo
says "a FIFO is read" "fifo: $ok_line"
wait
slowly () { { printf 'process P {'; sleep 0.1; printf ' skip; }'; } | phaselock lint -; }
expect 0 "a slow pipe" slowly
closed () { phaselock lint - <&-; }
expect 2 "closed standard input" closed
expect 2 "a folder as standard input" bash -c '"$0" lint - <.' "$PHASELOCK"
says "a folder as standard input: says so" "Is a directory [unreadable]"

printf 'x' >"$(printf 'na\033[31mme\n.eml')"
expect 2 "a file name with control characters" phaselock lint ./na*
case $err in *$'\033'*) tap_result 1 "no control character reaches the terminal" ;;
*) tap_result 0 "no control character reaches the terminal" ;; esac
echo 'class A { }' >A.java
expect 2 "a Java source" phaselock check A.java
says "a Java source: what to do" "A.java: error: compile it, and give the classes"
ok "no group of options is empty" bash -c '! "$0" check --help | grep -A1 "^ Of" | grep -q "^$"' "$PHASELOCK"
done_testing
