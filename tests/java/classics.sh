#!/usr/bin/env bash
# classics.sh -- known concurrency bugs in Java (models/classics/java): assertions of the broken program fail,
# those of the right one never do.
source "$(dirname "$0")/common.sh"
need javac
classics=$SOURCE/models/classics/java
ok "javac" javac -g -nowarn -d classes "$classics"/*.java

ask () { # MAIN OPTION...: status and line of check
  local main=$1; shift
  "$PHASELOCK" check -p assert --values on --main "$main" "$@" classes >out 2>err
  echo "$? $(grep -m 1 -E '^([0-9]+ models|[^ ]*main): ' out | sed 's/^[^:]*: //')"
}
for file in "$classics"/*.java; do
  name=$(basename "$file" .java)
  read -r status rest <<<"$(ask "$name\$Broken")"
  is "$name, broken: found" "$status" 10
  read -r status rest <<<"$(ask "$name\$Right" --strict)"
  is "$name, right: proved" "$status" 0
  ok "$name, right: is asked about" grep -qE '[1-9][0-9]* safe' <<<"$rest"
done

# The first of them wholly: witness, replay, certificate.
"$PHASELOCK" check -p assert --values on --main 'Account3$Broken' --witness --format jsonl classes >found.jsonl 2>/dev/null
is "the violation is feasible" "$(grep -o '"grade":"[a-z]*"' found.jsonl)" '"grade":"feasible"'
is "it replays" "$("$PHASELOCK" replay --values on --main 'Account3$Broken' --class 'Account3$Broken.main' classes found.jsonl | cut -d, -f1)" \
  "confirmed: assert"
"$PHASELOCK" explain --values on --main 'Account3$Broken' --class 'Account3$Broken.main' -p assert classes >explained 2>/dev/null
ok "it is explained with values" grep -q 'write.*= ' explained
ok "in words" grep -q 'finds that it does not hold' explained
"$PHASELOCK" check -q -p assert --values on --main 'TwoStage$Right' --class 'TwoStage$Right.main' --certificate proof classes >/dev/null 2>&1
is "the proof is certified; races and patterns are no queries" \
  "$("$PHASELOCK" certify --values on --main 'TwoStage$Right' --class 'TwoStage$Right.main' classes proof | head -1 | sed 's/.*: //')" \
  "1 query confirmed safe, 1 of 2 not covered"

# A thread that ends with a lock keeps it: by its return, or by an exception of the JVM.
cat >Leak.java <<'END'
import java.util.concurrent.locks.ReentrantLock;
public class Leak {
  static final ReentrantLock lock = new ReentrantLock();
  static int n;
  static class Returns { public static void main(String[] a) throws Exception { run(() -> { lock.lock(); n++; }); } }
  static class Divides { public static void main(String[] a) throws Exception { run(() -> { lock.lock(); n += 1 / n; lock.unlock(); }); } }
  static class Right { public static void main(String[] a) throws Exception {
    run(() -> { lock.lock(); try { n++; } finally { lock.unlock(); } }); } }
  static void run(Runnable r) throws Exception {
    Thread t = new Thread(r), u = new Thread(r);
    t.start(); u.start(); t.join(); u.join();
  }
}
END
javac -g -d leak Leak.java
stuck () { "$PHASELOCK" check -q -p stuck --values on --main "Leak\$$1" leak 2>err | sed -n 's/^VIOLATION  \(stuck\).*/\1/p'; }
is "a lock that is not given back" "$(stuck Returns)" stuck
is "a lock that is lost by an exception" "$(stuck Divides)" stuck
expect 0 "a lock that is given back in finally" "$PHASELOCK" check -q --strict -p stuck --values on --main 'Leak$Right' leak

is "without values the program is no model" \
  "$("$PHASELOCK" check -q -p assert --main 'Account3$Broken' classes 2>/dev/null | grep -c assert:)" 0
done_testing
