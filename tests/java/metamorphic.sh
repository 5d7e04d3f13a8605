#!/usr/bin/env bash
# metamorphic.sh -- changes of classes that change no verdict: another compiler, no
# debugging information, other names, methods in another order.  And one that does, as
# foretold: public methods that become synchronized are units that hold the monitor.
source "$(dirname "$0")/common.sh"
need javac ecj python3

sources=("$java"/classes/*.java)
verdicts () { # OPTION... LABEL CLASSES SOURCE...
  # All models of a file in one run: classes.sh asks for each class by its name.
  python3 "$java/verdicts.py" --together "$@" >verdicts || echo "not ok - verdicts.py" >>verdicts
  renumber verdicts
}

ok "ecj" compile ecj ecj -proc:none -nowarn -preserveAllLocals -source 8 -target 8 -- "${sources[@]}"
verdicts "ecj" ecj "${sources[@]}"
for change in reorder rename synchronized; do
  ok "$change" python3 "$java/change.py" "$change" "$change" "${sources[@]}"
  ok "javac: $change" compile "$change.classes" javac -g:none -- "$change"/*.java
done
verdicts --no-lines "reordered, no positions" reorder.classes "${sources[@]}"
verdicts --no-lines --rename rename/names "renamed" rename.classes "${sources[@]}"
verdicts --no-lines --synchronized "synchronized" synchronized.classes synchronized/*.java
done_testing
