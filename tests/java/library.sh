#!/usr/bin/env bash
# library.sh -- libphaselock reads classes, from folders, files and jars: the verdicts are
# those of the program, and what is wrong is told in the program's words.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac jar python3
mkdir src classes
cp -r "$java"/shown/* src/
ok "javac" javac -g -nowarn -d classes src/*.java src/org/example/*.java
jar cf app.jar -C classes .

library () { "$BUILD/tests/java/library" "$@"; }
# verdicts CLASS: what `check' says, in the words of library.c.
verdicts () {
  "$PHASELOCK" check --format jsonl --class "$1" classes | python3 -c '
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    print(" ".join([str(r.get("pattern", r["question"]))] + ([",".join(r["fields"])] if r.get("fields") else []) + [r["verdict"]]))'
}
for class in org.example.Stack Account Names Pair 'App$Stock'; do
  verdicts "$class" >wanted
  for path in "classes!$class" "app.jar!$class"; do
    expect 0 "$path" library "$path"
    is "$path: the verdicts of check" "$(grep -v '^step' <<<"$out")" "$(cat wanted)"
  done
done
expect 0 "a class file" library classes/org/example/Stack.class
is "a class file: the violation in Java" "$(grep '^step' <<<"$out")" \
"step 1: read Stack.count Stack.java:13
step 2: write Stack.count Stack.java:20
step 3: write Stack.count Stack.java:20"
expect 0 "a short name" library 'app.jar!Stack'
expect 0 "two classes, one after the other" library 'classes!Account' 'app.jar!Names'

# What is wrong.
refused () { # PATH MESSAGE
  expect 2 "refused: $1" library "$1"
  says "refused: $1: says why" "$2"
  says "refused: $1: bad input" "status: the text has errors or cannot be read"
}
refused 'classes!Stak' "there is no class 'Stak'"
refused 'app.jar!Stak' "there is no class 'Stak'"
refused 'nothing!Stack' "nothing"
refused 'classes!Private' "no method that a client could call"
head -c 100 classes/Pair.class >Broken.class
refused Broken.class "does not fit into the file"
head -c 100 app.jar >broken.jar
refused 'broken.jar!Stack' "broken.jar"
refused app.jar "there are 5 models in it; give one, a class as PATH!CLASS"
done_testing
