#!/usr/bin/env bash
# options.sh -- each option about classes, on each command that takes it: it does what it says,
# and says what is wrong with its argument.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac python3
mkdir src classes lib
cp -r "$java"/shown/* src/
cat >src/Base.java <<'END'
public class Base {
  protected int total;
  public synchronized void add(int k) { total += k; }
  public synchronized int total() { return total; }
}
END
cat >src/Sums.java <<'END'
public class Sums extends Base {
  private final java.util.Vector<String> log = new java.util.Vector<>();
  public void add(int a, int b) { add(a); add(b); }
  public synchronized void add(String s) { log.add(s); log.add(s); }
}
END
ok "javac" javac -g -nowarn -d classes src/*.java src/org/example/*.java
mv classes/Base.class lib/

# prints NAME TEXT ARGUMENTS...: status 0 or 10, and TEXT in the output.
prints () {
  local name=$1 text=$2 status=0; shift 2
  out=$("$PHASELOCK" "$@" 2>&1 </dev/null) || status=$?
  [ "$status" = 0 ] || [ "$status" = 10 ]
  tap_result $? "$name (exit status 0 or 10)"
  err=; says "$name" "$text"
}
# lacks NAME TEXT: the last output does not have it.
lacks () { case $out in *"$2"*) tap_result 1 "$1"; printf '%s\n' "$out" | head -20 | sed 's/^/# /' ;; *) tap_result 0 "$1" ;; esac; }
# refused NAME TEXT ARGUMENTS...: status 2, and TEXT among the messages.
refused () {
  local name=$1 text=$2; shift 2
  expect 2 "refused: $name" "$PHASELOCK" "$@"
  says "refused: $name: says why" "$text"
  [ -z "$out" ]; tap_result $? "refused: $name: nothing else"
}
unsafe='VIOLATION  pattern 1  Stack.count'

# ---- --units. ----
prints "units" "org.example.Stack: 181 queries, 2 violations" check -q --class Stack --units pop classes
prints "units: globs" "org.example.Stack: 181 queries, 4 violations" check -q --class Stack --units 'p*,e?pty' classes
prints "units: a unit of one access is none" "queries, 7 no violation found" check --class Names --units put classes
prints "units: with parameters" "1 violation" check -q --class Account --units 'withdraw(long)' -p 1 classes
prints "units: a comma between parameters" "7 queries, 7 no violation found" check --class Names --units 'put(String, int)' classes
prints "units: with the class" "$unsafe" check -q --class Stack --units 'Stack.pop()' classes
prints "units: explain" "u = Client[0] in pop()" explain --class Stack --units pop -p 1 -f count classes
prints "units: explain, the pattern has no violation" "NO VIOLATION FOUND  pattern 1" explain --class Names --units put -p 1 -f map classes
prints "units: batch" '"methods":["pop()","push(Object)"]' batch --class Stack --units pop -p 1 -f count classes
prints "units: lint" "org.example.Stack: ok" lint --class Stack --units pop classes
prints "units: java" 'unit @"Stack.java:17" {' java --class Stack --units pop classes
lacks "units: java, others are none" 'unit @"Stack.java:7"'
prints "units: dump" "symbols" dump --what sizes --class Stack --units pop classes
prints "units: a certificate" "2 violations" check -q --class Stack --units pop --certificate units.cert classes
prints "units: certify" "queries confirmed safe" certify --class Stack --units pop classes units.cert
refused "units: certify, others" "another model" certify --class Stack --units push classes units.cert
for command in "check" "explain -p 1 -f count" "batch" "lint" "java" "dump"; do
  # shellcheck disable=SC2086
  refused "units: $command, a wrong name" "--units: no method of these classes is called 'pusch'; did you mean 'push'?" \
    $command --class Stack --units 'pop,pusch' classes
done
refused "units: of another class" "--units fits nothing in this class" check --class Stack --units withdraw classes
refused "units: of no class at all" "--units: no method of these classes is called 'nosuch'" check --units nosuch classes
refused "units: none" "--units: the list is empty" check --class Stack --units , classes

# ---- --fields. ----
prints "fields: check" "org.example.Stack: 7 queries, 2 violations" check -q --class Stack --fields count classes
prints "fields: globs" "org.example.Stack: 7 queries, 2 violations" check -q --class Stack -f 'c*t' classes
prints "fields: batch" '"fields":["Stack.count"]' batch --class Stack -f Stack.count -p 1 classes
lacks "fields: batch, no others" '"Stack.data'
prints "fields: java" "field Stack.count;" java --class Stack --fields count classes
lacks "fields: java, no others" "Stack.data"
prints "fields: java, an array" 'field "Stack.data[]";' java --class Stack --fields 'Stack.data[]' classes
lacks "fields: java, not the reference" "field Stack.data;"
prints "fields: a collection" "Names: 7 queries, 1 violation" check -q --class Names -f map classes
prints "fields: java, a collection" 'field "Names.map[]";' java --class Names --fields map classes
prints "fields: an array that is changed" "Stack: 7 queries, 7 safe" check --class Stack -f data classes
refused "fields: check, a wrong name" "no field 'cuont' in this model; did you mean 'count'?" check --class Stack -f cuont classes
refused "fields: java, a wrong name" "--fields: no field of these classes is called 'cuont'; did you mean 'count'?" \
  java --class Stack --fields 'cuont,data' classes
refused "fields: java, of another class" "--fields fits nothing in this class" java --class Stack --fields balance classes

# ---- --threads. ----
prints "threads" "$unsafe" check -q --threads 3 --class Stack -p 1 classes
prints "threads: java" "process Client[3]" java --threads 3 --class Stack classes
prints "threads: lint" "3 processes" lint --threads 3 --class Stack classes
prints "threads: one is not enough" "queries, 181 safe" check --threads 1 --class Stack classes
prints "threads: batch" '"verdict":"safe"' batch --threads 1 --class Stack -p 1 -f count classes
for wrong in 0 17 x '' -1 2.5; do
  refused "threads: '$wrong'" "'$wrong' is not a number of threads; it takes 1 to 16" check --threads="$wrong" --class Stack classes
done

# ---- --classpath, --jdk. ----
prints "classpath: without" "1 note" check --class Sums classes
prints "classpath: what is inherited is not modelled" "inherited" check --notes --class Sums classes
prints "classpath: looked into" "VIOLATION  pattern 1  Base.total" check -q --class Sums --classpath lib classes
prints "classpath: explain" "Base.java:3" explain --class Sums --classpath lib -p 1 -f total classes
prints "classpath: batch" '"fields":["Base.total"]' batch --class Sums --classpath lib -p 1 -f total classes
prints "classpath: lint" "ok" lint --class Sums --classpath lib classes
prints "classpath: java" "Base.total" java --class Sums --classpath "lib:src" classes
prints "classpath: twice" "Base.total" java --class Sums --classpath src --classpath lib classes
prints "classpath: its classes are not checked" "Sums" java --list --classpath lib classes
lacks "classpath: its classes are not listed" "Base"
refused "classpath: missing" "nosuch: No such file or directory" check --class Sums --classpath lib:nosuch classes
refused "classpath: no jar" "jar-unreadable" check --class Sums --classpath src/Base.java classes
refused "classpath: a class of it" "class 'Base' is on the class path, which is only looked into: give its path to check it" \
  check --class Base --classpath lib classes
home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
if command -v jimage >/dev/null && [ -f "$home/lib/modules" ]; then
  jimage extract --dir jdk --include 'regex:/java\.base/java/(lang/(Object|Iterable)|util/(Vector|Abstract.*|Collection|List)).class' "$home/lib/modules"
  cat >src/Twice.java <<'END'
public class Twice extends java.util.Vector<String> {
  public void twice(String s) { if (!contains(s)) { add(s); add(s); } }
}
END
  ok "javac: a class that extends one of the JDK" javac -g -d classes src/Twice.java
  prints "jdk: without, its super class is not given" "inherited" check --notes --class Twice classes
  prints "jdk: looked into" "modCount" java --class Twice --jdk jdk classes
  prints "jdk: the folder of java.base" "modCount" java --class Twice --jdk jdk/java.base classes
  prints "jdk: check" "VIOLATION" check -q --class Twice --jdk jdk -p 1 classes
else
  skip "jdk" "no jimage"
fi
refused "jdk: missing" "nosuch: No such file or directory" check --class Sums --jdk nosuch classes
refused "jdk: none" "there is no java/lang in it" check --class Sums --jdk src classes

# ---- --source. ----
mv src elsewhere
prints "source: without, no lines are shown" "Stack.java:17" explain --class Stack -p 1 -f count classes
lacks "source: without" "In Java:"
prints "source: explain" "return data[--count];" explain --class Stack --source elsewhere/org/example -p 1 -f count classes
prints "source: below a folder of packages" "return data[--count];" explain --class Stack --source elsewhere -p 1 -f count classes
prints "source: check" "In Java:" check --class Stack --source elsewhere -p 1 -f count classes
prints "source: twice" "In Java:" check --class Stack --source lib --source elsewhere -p 1 -f count classes
# The commands that check prints have the folder: of several classes, and of one with --explain all.
printed () { # NAME ARGUMENTS...
  local name=$1 command; shift
  command=$("$PHASELOCK" check --source elsewhere "$@" classes 2>/dev/null | grep -o '^  phaselock explain .*' | head -1)
  case $command in *" --source elsewhere"*) tap_result 0 "source: $name: the command" ;; *) tap_result 1 "source: $name: the command: $command" ;; esac
  eval "prints 'source: $name: the command' 'In Java:' ${command#  phaselock }"
}
printed "a table" -p 1
printed "one class" --class Stack -p 1,12 --explain all
prints "source: explain --cause" "In Java:" explain --cause 1 --source elsewhere -p 1 classes
prints "source: sarif" "elsewhere/org/example/Stack.java" check --class Stack --source elsewhere --format sarif -p 1 classes
prints "source: the page" "" check -q --class Stack --source elsewhere --report page.html -p 1 -f count classes
ok "source: is on the page" grep -q 'return data\[--count\];' page.html
prints "source: batch" "" batch -q --class Stack --source elsewhere --witness -o all.jsonl --report batch.html -p 1 classes
ok "source: is on the page of batch" grep -q 'return data\[--count\];' batch.html
expect 0 "source: report" "$PHASELOCK" report --source elsewhere -o report.html all.jsonl
ok "source: is on the page of report" grep -q 'return data\[--count\];' report.html
refused "source: missing" "--source: 'nosuch' is no folder" check --source nosuch --class Stack classes
refused "source: a file" "--source: 'page.html' is no folder" explain --source page.html --class Stack -p 1 -f count classes

# ---- --notes. ----
note="Names.java:11: may miss: 'Names.map[]' is handed out"
prints "notes: check" "$note" check --notes --class Names classes
prints "notes: check, without" "Names: 3 methods, 1 field, 1 lock; 1 note" check --class Names classes
lacks "notes: check, without, they are counted only" "$note"
prints "notes: explain" "$note" explain --notes --class Names -p 1 -f map classes
prints "notes: lint" "$note" lint --notes --class Names classes
prints "notes: java" "$note" java --notes --class Names -o names.eml classes
prints "notes: java, as JSON" '"code":"handed-out"' java --notes --format jsonl --class Names -o names.eml classes
prints "notes: batch counts them" '"notes":{"may_miss":1,"adds_executions":0}' batch --class Names -p 1 classes
prints "notes: explain, without" "VIOLATION" explain --class Names -p 1 -f map classes
lacks "notes: explain, without: none" "$note"
prints "notes: explain, safe" '--notes shows it.' explain --class Names -p 3 -f map classes
for command in "batch classes" "dump classes" "replay classes x" "certify classes x"; do
  # shellcheck disable=SC2086
  refused "notes: $command" "--notes is for check, explain, lint, java and llvm" $command --notes --class Names
done
refused "notes: JSON of nothing" "--format jsonl is for --list, --ledger and --notes" java --format jsonl --class Names classes

# ---- replay: results of all classes. ----
"$PHASELOCK" check -p 1,12 --witness --format jsonl classes >found.jsonl 2>/dev/null
violations=$(grep -c '"verdict":"violation"' found.jsonl)
models=$(grep '"verdict":"violation"' found.jsonl | grep -o '"model":"[^"]*"' | sort -u | wc -l)
ok "replay: there are violations of several classes" test "$models" -gt 1
prints "replay: all classes" "$violations witnesses of $models models confirmed, 0 refused" replay classes found.jsonl

# ---- --list. ----
prints "list: with a class" "check  org.example.Stack" java --list --class Stack classes
is "list: only that" "$(wc -l <<<"$out")" 1
prints "list: quiet" "check  Account" java --list -q classes
lacks "list: quiet: only what is checked" "no lock"
prints "list: JSON" '"class":"Counter","checked":false,"reason":"no lock"' java --list --format jsonl classes
prints "list: of a program" 'check  App$Stock' java --list --main App classes
refused "list: no class" "there is no class 'Stak'; did you mean 'Stack'?" java --list --class Stak classes
refused "list: no path" "no model given" java --list
refused "list: not there" "No such file" java --list nosuch

# ---- --class and --main, wrong in every command. ----
for command in "check" "explain -p 1" "batch" "lint" "java" "dump"; do
  # shellcheck disable=SC2086
  refused "class: $command" "there is no class 'Stak'; did you mean 'Stack'?" $command --class Stak classes
  # shellcheck disable=SC2086
  refused "main: $command" "Counter" $command --main Counter classes
done
refused "main: class makes no object" "makes no object of class 'org.example.Stack'" check --main App --class Stack classes
refused "class: report reads results" "unknown option '--class'" report --class Stack all.jsonl
refused "keep" "there is no reduction 'early-end'; did you mean 'early-ends'?" check --keep early-end --class Stack classes
# ---- Sources of modules are found by themselves, from wherever check is run. ----
mkdir -p modules/{maven,gradle}/src/main/java/p modules/plain/src && cd modules || exit 1
one () { printf '%s\npublic class %s {\n  private int n;\n  public synchronized void inc () { n++; }\n  public int get () { return n; }\n}\n' "$2" "$1"; }
one M 'package p;' >maven/src/main/java/p/M.java
one G 'package p;' >gradle/src/main/java/p/G.java
one P '' >plain/src/P.java
ok "Maven" javac -g -d maven/target/classes maven/src/main/java/p/M.java
ok "Gradle" javac -g -d gradle/build/classes/java/main gradle/src/main/java/p/G.java
ok "others" javac -g -d plain/bin plain/src/P.java
sources () { "$PHASELOCK" check --format sarif "$@" 2>/dev/null | grep -o '"uri":"[^"]*"' | sort -u | tr '\n' ' '; }
is "of all modules" "$(sources .)" '"uri":"gradle/src/main/java/p/G.java" "uri":"maven/src/main/java/p/M.java" "uri":"plain/src/P.java" '
is "of one" "$(sources maven)" '"uri":"maven/src/main/java/p/M.java" '
is "of one class" "$(sources plain/bin/P.class)" '"uri":"plain/src/P.java" '
cd gradle/build || exit 1
is "from inside" "$(sources --root .. classes)" '"uri":"src/main/java/p/G.java" '
cd "$scratch" || exit 1
done_testing
