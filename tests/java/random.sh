#!/usr/bin/env bash
# random.sh -- random classes (random_classes.py), whose traces are known since they were
# written together with the Java: the extracted models have the verdicts of the traces.
#
#     random.sh [SEED COUNT]
source "$(dirname "$0")/common.sh"
need javac ecj python3

ok "classes" python3 "$java/random_classes.py" "${1:-1}" "${2:-40}" Random.java
ok "javac --release 8" compile 8 javac --release 8 -Xlint:-options -- Random.java
ok "ecj" compile ecj ecj -proc:none -nowarn -preserveAllLocals -source 17 -target 17 -- Random.java
for compiler in 8 ecj; do
  python3 "$java/verdicts.py" --together "$compiler" "$compiler" Random.java >verdicts || echo "not ok - verdicts.py" >>verdicts
  renumber verdicts
done
done_testing
