#!/usr/bin/env bash
# watch.sh -- check --watch: a model is saved, and decided again.
#
# Nothing here depends on how long things take: each step waits for the output that it
# is about, for a minute at most.
source "$SOURCE/tests/cli/common.sh"
examples=$SOURCE/models/examples

# What it cannot do, and what to do instead.
cp "$examples/stack.eml" m.eml
refused () { # NAME MESSAGE OPTION...
  local name=$1 message=$2; shift 2
  expect 2 "refused: $name" timeout 60 "$PHASELOCK" check --watch "$@"
  says "refused: $name: says why" "$message"
}
refused "-o" "use -o in a run without --watch" -o out.txt m.eml
refused "jsonl" "use --format jsonl and sarif in a run without --watch" --format jsonl m.eml
refused "sarif" "use --format jsonl and sarif in a run without --watch" --format sarif m.eml
refused "--report" "use --report in a run without --watch" --report page.html m.eml
refused "--certificate" "use --certificate in a run without --watch" --certificate c m.eml
refused "standard input" "standard input cannot be watched" -
refused "no model" "no model given"
refused "a missing model" "No such file" missing.eml
ok "refused: nothing was written" test ! -e out.txt -a ! -e page.html -a ! -e c
if ! grep -q '^#define HAVE_SYS_INOTIFY_H 1' "$(dirname "$PHASELOCK")/config.h"; then
  refused "another system" "on Linux only" m.eml
  skip "watching" "no inotify"
  done_testing; exit
fi

source "$SOURCE/tests/cli/watching.sh"

# So many times was it told that the cause is new, or gone.
told () { [ "$(grep -c "^$1: m.eml: lost update of count and data: 's' is released in pop between two steps, and push gets in between$" out)" -ge "$2" ]; }

# A file that is written in place, replaced, broken, removed.
cp "$examples/stack-fixed.eml" m.eml
start m.eml
wait_until "the first outcome" shows 1 "m.eml: 67 queries, 67 safe"
cp "$examples/stack.eml" m.eml
wait_until "written in place: the second outcome" shows 2 "67 queries: 2 violations, 65 safe"
wait_until "written in place: what is new" told new 1
cp "$examples/stack-fixed.eml" saved; mv saved m.eml
wait_until "an editor that renames" shows 3 "m.eml: 67 queries, 67 safe"
wait_until "an editor that renames: what is gone" told gone 1
cp m.eml m.eml~; mv m.eml m.eml.old; cp "$examples/stack.eml" m.eml
wait_until "an editor that keeps the old one" last "67 queries: 2 violations, 65 safe"
echo 'field x' >m.eml
wait_until "a bad model: its error" grep -q 'm.eml:1:8: error' err
cp "$examples/stack-fixed.eml" m.eml
wait_until "a bad model is repaired" last "m.eml: 67 queries, 67 safe"
rm m.eml
wait_until "a model is removed" grep -q 'm.eml: error: No such file' err
cp "$examples/stack.eml" m.eml
wait_until "a model comes back" last "67 queries: 2 violations, 65 safe"
wait_until "what could be read last is what it is compared with" told new 3
echo '// more' >>m.eml
wait_until "nothing has changed" grep -q '^no cause is new, none is gone$' out
: >err
stop INT 130
is "nothing is said in the end" "$(cat err)" ""
ok "no terminal is cleared where there is none" bash -c '! grep -q "$(printf "\033")" out'

# A folder: models and folders that are new; other files do not count.
mkdir folder
cp "$examples/stack-fixed.eml" folder/a.eml
start folder
wait_until "a folder" shows 1 "folder/a.eml: 67 queries, 67 safe"
echo text >folder/notes.txt; echo text >other.eml
cp "$examples/stack.eml" folder/b.eml
wait_until "a new model" shows 2 "2 models: 2 violations, 0 unknown, 132 safe"
mkdir folder/deep folder/deep/deeper; cp "$examples/stack.eml" folder/deep/deeper/c.eml
wait_until "a new model in a new folder" last "3 models: 4 violations, 0 unknown, 197 safe"
cp "$examples/stack-fixed.eml" folder/deep/deeper/c.eml
wait_until "it is changed" last "3 models: 2 violations, 0 unknown, 199 safe"
rm -r folder/deep
wait_until "it is removed" last "2 models: 2 violations, 0 unknown, 132 safe"
stop TERM 143

# Of three models one changes: the other two are not decided again, and what is shown is
# what a fresh check shows.  Each change is one: a file that is replaced.
save () { cat >saved; mv saved "folder/$1"; } # FILE: what it is to have is read
cp "$examples/stack.eml" folder/c.eml; cp "$examples"/{philosophers,bank}.eml folder
for options in "" "-j 2" "--explain first"; do
  cp "$examples/stack.eml" folder/b.eml
  models=$(ls folder/*.eml | wc -l)
  start $options folder
  wait_until "kept $options: all are decided" rounds 1
  save b.eml <"$examples/stack-fixed.eml"
  wait_until "kept $options: one is decided again" again "1 of $models models was"
  is_fresh "kept $options, one has changed" $options folder
  { cat folder/c.eml; echo '// more'; } | save c.eml
  wait_until "kept $options: another one, by a comment" shows 3 "1 of $models models was decided again"
  is_fresh "kept $options, a comment" $options folder
  save b.eml <"$examples/stack.eml"
  wait_until "kept $options: what was before the last outcome is forgotten" last "b.eml: lost update of count and data: 's' is released in pop"
  is_fresh "kept $options, as before" $options folder
  stop INT 130
done
# A field is renamed, and everything has moved.
start folder
wait_until "kept: all are decided once more" rounds 1
sed 's/\<size\>/height/g; 1i // a line' folder/c.eml | save c.eml
wait_until "kept: a field has another name" again "1 of $models models was"
is_fresh "kept, another name" folder
stop INT 130

# A link, the file that it leads to, and a baseline.
mkdir real; cp "$examples/stack-fixed.eml" real/m.eml; ln -s real/m.eml link.eml
"$PHASELOCK" check --format jsonl --witness "$examples/stack.eml" >known.jsonl
start --baseline known.jsonl link.eml
wait_until "a link" shows 1 "link.eml: 67 queries, 67 safe"
cp "$examples/stack.eml" real/m.eml
wait_until "what the link leads to was changed" shows 2 "67 queries: 2 violations, both known, 65 safe"
stop INT 130

# Quiet: only what is wrong.
cp "$examples/stack-fixed.eml" m.eml
start -q m.eml
cp "$examples/stack.eml" m.eml
wait_until "quiet" grep -q '^VIOLATION  pattern 12' out
stop INT 130
ok "quiet: no time" bash -c '! grep -q waiting out'
done_testing
