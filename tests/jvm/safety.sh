#!/usr/bin/env bash
# safety.sh -- what is executed is kept within limits, and nothing of it is left behind: programs
# that hang, end the JVM, or print a lot; signals; no JDK; a cache that others can write to.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir src classes tmp cache
export XDG_CACHE_HOME=$scratch/cache TMPDIR=$scratch/tmp
cat >src/Hangs.java <<'END'
public class Hangs {
  private int n;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() { int old = n(); while (old == 0) { } set(old + 1); }
}
END
cat >src/Exits.java <<'END'
public class Exits {
  private int n;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() { int old = n(); System.exit(3); set(old + 1); }
}
END
cat >src/Talks.java <<'END'
public class Talks {
  private int n;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() {
    int old = n();
    for (int i = 0; i < 20000; i++) System.out.println("Listening for transport dt_socket at address: 1");
    set(old + 1);
  }
}
END
cat >src/Needs.java <<'END'
public class Needs {
  public static final class Key { private Key(int secret) { if (secret != 4711) throw new IllegalArgumentException(); }
    static Key of(int secret) { return new Key(secret); } }
  private final Key key;
  private int n;
  public Needs(Key key) { this.key = java.util.Objects.requireNonNull(key); }
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() { set(n() + 1); }
}
END
cat >Makers.java <<'END'
class Makers { static Needs.Key key() throws Exception {
  java.lang.reflect.Constructor<Needs.Key> c = Needs.Key.class.getDeclaredConstructor(int.class);
  c.setAccessible(true);
  return c.newInstance(4711);
} }
END
ok "javac" javac -g -d classes src/*.java

# left NAME: no process of ours and no folder is left.
left () {
  [ -z "$(ls tmp)" ] && ! pgrep -f "answers$" -P 1 >/dev/null
  tap_result $? "$1: nothing is left behind"
}
expect 10 "a method that hangs" timeout 300 "$PHASELOCK" confirm --confirm-time 1000 --class Hangs classes
says "it is not executed" "NOT EXECUTED"
says "for the reason" "within the time limit"
left "a method that hangs"
expect 10 "a method that ends the JVM" "$PHASELOCK" confirm --confirm-time 3 --class Exits classes
says "it is not executed, either" "NOT EXECUTED"
left "a method that ends the JVM"
expect 10 "a method that prints" "$PHASELOCK" confirm --confirm-time 1000 --class Talks classes
says "it is harmful" "HARMFUL"
left "a method that prints"
expect 10 "an object that cannot be made" "$PHASELOCK" confirm --confirm-time 1000 --class Needs classes
says "the reason" "no object of Needs can be made"
expect 10 "--arguments" "$PHASELOCK" confirm --confirm-time 1000 --arguments Makers.java --class Needs classes
says "it is harmful with it" "Needs o = new Needs(Makers.key())"

# Programs: one that never ends, one that starts threads for ever, one that ends the JVM.
mkdir programs
cat >src/Endless.java <<'END'
public class Endless {
  static volatile int n;
  static void add() { int old = n; n = old + 1; }
  static void more() { while (true) { Thread t = new Thread(Endless::more); t.setDaemon(true); try { t.start(); t.join(1); } catch (Throwable e) { } } }
  public static void main(String[] words) throws Exception {
    Thread t = new Thread(Endless::add);
    t.start();
    add();
    t.join();
    if (words.length == 0) new Thread(Endless::more).start();
  }
}
END
cat >src/Leaves.java <<'END'
public class Leaves {
  static volatile int n;
  static void add() { int old = n; n = old + 1; }
  public static void main(String[] words) throws Exception {
    Thread t = new Thread(Leaves::add);
    t.start();
    add();
    System.exit(3);
  }
}
END
ok "javac" javac -g -d programs src/{Endless,Leaves}.java
expect 10 "a program that does not end" timeout 200 "$PHASELOCK" confirm --confirm-time 20 --main Endless -p 1 programs
says "it was executed" "EXECUTED"
left "a program that does not end"
expect 10 "a program that ends the JVM" timeout 100 "$PHASELOCK" confirm --confirm-time 20 --main Leaves -p 1 programs
says "it was executed" "EXECUTED"
left "a program that ends the JVM"

# The cache is filled once, and only used if it is ours alone.
is "the cache has one harness" "$(ls cache/phaselock | wc -l)" 1
chmod go+w cache/phaselock
expect 10 "a cache that others can write to" "$PHASELOCK" confirm --confirm-time 1000 --class Talks classes
says "it works without" "HARMFUL"
is "and is not touched" "$(ls cache/phaselock | wc -l)" 1
chmod go-w cache/phaselock

expect 10 "no JVM" "$PHASELOCK" confirm --java /nowhere --class Talks classes
says "the message" "there is no JVM at '/nowhere/bin/java'"
says "the grade stays" "1 violation: 0 harmful, 0 executed, 1 not executed"
mkdir -p jre/bin && printf '#!/bin/sh\n' >jre/bin/java && chmod +x jre/bin/java
expect 10 "no JDK" "$PHASELOCK" confirm --java jre --class Talks classes
says "the message" "there is no javac beside it"
expect 2 "no Java" "$PHASELOCK" confirm "$SOURCE/models/examples/stack.eml"
says "the message" "only findings of compiled Java and of C can be driven"

# A signal ends it in the middle of a try, long before its limits, with all that it started.
"$PHASELOCK" confirm --confirm-time 1000 --class Hangs classes >out 2>err & process=$!
until [ -e "$(echo tmp/*/run)" ] || ! kill -0 "$process"; do sleep 0.05; done
sleep 0.5
start=$SECONDS
kill -INT "$process"; wait "$process"; status=$?
is "interrupted" "$status" 130
[ $((SECONDS - start)) -lt 60 ]; tap_result $? "it does not wait for the limits (campaign.sh: within a second)"
left "a signal"
done_testing
