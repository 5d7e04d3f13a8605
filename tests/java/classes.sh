#!/usr/bin/env bash
# classes.sh -- the classes of tests/java/classes and modern, as javac compiles them for
# Java 8 and for its own release: their verdicts, fields and notes.
source "$(dirname "$0")/common.sh"
need javac python3

ok "javac --release 8" compile 8 javac --release 8 -Xlint:-options -- "$java"/classes/*.java
python3 "$java/verdicts.py" "release 8" 8 "$java"/classes/*.java >verdicts || echo "not ok - verdicts.py" >>verdicts
renumber verdicts
ok "javac" compile newest javac -- "$java"/classes/*.java "$java"/modern/*.java
# Here all models of a file are made in one run; above each class was asked for by its name.
python3 "$java/verdicts.py" --together "newest" newest "$java"/classes/*.java "$java"/modern/*.java >verdicts || echo "not ok - verdicts.py" >>verdicts
renumber verdicts
done_testing
