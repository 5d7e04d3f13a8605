#!/usr/bin/env bash
# wanted.sh -- what is not wanted: suppressions in the program, --exclude, --changed.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac python3 git

# ---- Suppressions: suppressed/Counters.java says which races are. ----
cp -r "$java/suppressed" src
ok "javac" javac -g -nowarn -d classes src/*.java

suppressed () {
  python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads (line)
    if record["verdict"] == "violation" and record["question"] == "race":
        why = record.get ("suppressed")
        print (record["fields"][0], why.get ("reason", "-") if why else "reported")' | sort
}
cat >all <<'END'
Counters.byField a statistic
Counters.byLine an estimate
Counters.byMethod old values will do
Counters.byWarning -
Counters.list[] -
Counters.otherQuestion reported
Counters.sameLine an estimate, too
Counters.wanted reported
END
"$PHASELOCK" check --format jsonl --source src --class Counters -p race classes >found.jsonl 2>/dev/null
ok "each is suppressed by what stands beside it" diff all <(suppressed <found.jsonl)
# Without the source only what is in the class file counts.
mv src hidden
"$PHASELOCK" check --format jsonl --class Counters -p race classes >found.jsonl 2>/dev/null
mv hidden src
is "annotations of class files" "$(suppressed <found.jsonl | grep -vc reported)" 2

"$PHASELOCK" check --format sarif --source src --class Counters -p race classes >found.sarif 2>/dev/null
is "SARIF says which are suppressed, and why" "$(python3 -c '
import json
run = json.load (open ("found.sarif"))["runs"][0]
for r in run["results"]:
    print (r.get ("suppressions", [{}])[0].get ("justification", "-"), r.get ("occurrenceCount", 1))' | sort | grep -c 'statistic\|estimate\|old values')" 4

expect 10 "the others are found" "$PHASELOCK" check --source src --class Counters -p race classes
says "how many" '8 violations, 6 known (6 suppressed in the source)'
says "why" 'suppressed at Counters.byField: a statistic'
says "where" 'suppressed at src/Counters.java:29: an estimate'
is "with -p nothing is stale" "$(grep -c 'no longer found' <<<"$err")" 0
expect 10 "all questions" "$PHASELOCK" check --source src --class Counters classes
says "a stale annotation" 'ignored at Counters.mended is no longer found: drop it'
says "a stale comment" 'ignored at src/Counters.java:42 is no longer found: drop it'
is "only these" "$(grep -c 'no longer found' <<<"$err")" 2

sed -i '/otherQuestion; }/d; /wanted () { return wanted; }/d; s/wanted () > 1/byWarning > 1/' src/Counters.java
ok "javac" javac -g -nowarn -d classes src/*.java
expect 0 "nothing else is left" "$PHASELOCK" check -q --source src --class Counters -p race classes
is "so nothing is said" "$out" ""
sed -i 's/"race", reason = "a statistic"/"rase", reason = "a statistic"/' src/Counters.java
ok "javac" javac -g -nowarn -d classes src/*.java
expect 10 "a question that does not exist ignores nothing" "$PHASELOCK" check --source src --class Counters -p race classes
says "and is told" 'what is to be ignored at Counters.byField is no question: nothing is ignored'

# ---- --exclude and --changed: A is used by B; C stands alone; I is implemented by D, and used by E. ----
mkdir -p tree/src/p && cd tree || exit 1
one () { printf 'package p; public class %s { private int n; %s public synchronized void inc () { n++; } public int get () { return n; } }\n' "$1" "$2" >src/p/$1.java; }
one A
one B 'private final A a = new A (); public void both () { a.inc (); }'
one C
echo 'package p; public interface I { void go (); }' >src/p/I.java
printf 'package p; public class D implements I { private int n; public synchronized void go () { n++; } public int get () { return n; } }\n' >src/p/D.java
one E 'private I i; public void set (I i) { this.i = i; } public void run () { i.go (); }'
echo target >.gitignore
ok "javac" javac -g -d target/classes src/p/*.java
mkdir -p target/test-classes src/test && printf 'package p; public class T { private int n; public synchronized void inc () { n++; } public int get () { return n; } }\n' >src/test/T.java
ok "javac" javac -g -d target/test-classes src/test/T.java
checked () { "$PHASELOCK" check --format jsonl "$@" 2>/dev/null | sed 's/.*"model":"\([^"]*\)".*/\1/' | sort -u | tr '\n' ' '; }
is "no tests" "$(checked target)" "p.A p.B p.C p.D p.E "
is "unless their folder is given" "$(checked target/test-classes)" "p.T "
is "by simple name" "$(checked target --exclude A --exclude B)" "p.C p.D p.E "
is "by glob of names" "$(checked target --exclude 'p.[A-C]')" "p.D p.E "
is "by path" "$(checked target --exclude '*/p/[DE].class')" "p.A p.B p.C "
expect 2 "nothing is left" "$PHASELOCK" check target --exclude 'p.*'
says "which is said" 'are excluded'
expect 10 "the summary" "$PHASELOCK" check target --exclude A
says "counts them" '2 are excluded'

git () { command git -c user.name=t -c user.email=t@example.org "$@"; }
git init -q . && git add -A && git commit -qm first
is "nothing has changed" "$(checked target --changed HEAD)" ""
expect 0 "which is fine" "$PHASELOCK" check target --changed HEAD
says "and said" '5 of 7 classes have not changed since HEAD'
echo '// changed' >>src/p/A.java
is "A, and B that uses it" "$(checked target --changed HEAD)" "p.A p.B "
git commit -qam second
is "not since then" "$(checked target --changed HEAD)" ""
is "but before" "$(checked target --changed HEAD~1)" "p.A p.B "
echo '// changed' >>src/p/D.java
is "D, and E, which may call it" "$(checked target --changed HEAD)" "p.D p.E "
git checkout -q src
one F && javac -g -d target/classes src/p/F.java
is "a new file" "$(checked target --changed HEAD)" "p.F "
expect 2 "no revision" "$PHASELOCK" check target --changed nosuch
says "is an error" '--changed nosuch: git does not know what has changed since then'
expect 2 "an option is no revision" "$PHASELOCK" check target --changed=--output=oops
ok "and does nothing" test ! -e oops
done_testing
