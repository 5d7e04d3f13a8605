#!/usr/bin/env bash
# choice.sh -- which classes are checked without being named: those that use a lock.  All of
# them have models, and check says how many it left out.
source "$(dirname "$0")/common.sh"
need javac

mkdir src classes
cat >src/Choice.java <<'END'
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

class Plain { private int n; public void inc() { n++; } }
class Text { private StringBuffer text = new StringBuffer(); public void add(String s) { text.append(s); } }
class Table { private Hashtable<String, String> t = new Hashtable<>(); public void put(String k) { t.put(k, k); } }
class Dice { private final Random random = new Random(); private int last; public void roll() { last = random.nextInt(); } }
class Constant { private final int n = 1; public synchronized int get() { return n; } }

class Monitor { private int n; public synchronized void inc() { n++; } }
class Block { private final Object lock = new Object(); private int n; public void inc() { synchronized (lock) { n++; } } }
class Flag { private volatile boolean on; public void set() { on = true; } }
class Number { private final AtomicInteger n = new AtomicInteger(); public void inc() { n.incrementAndGet(); } }
class Declared { private Map<String, String> m = new ConcurrentHashMap<>(); public void put(String k) { m.put(k, k); } }
class Wrapped { private final List<String> l = Collections.synchronizedList(new ArrayList<>()); public void add(String s) { l.add(s); } }
class Locked { private final ReadWriteLock l = new ReentrantReadWriteLock(); private int n; public void inc() { l.writeLock().lock(); n++; l.writeLock().unlock(); } }
class Borrowed { private int n; public void inc(Holder h) { h.lock.lock(); n++; h.lock.unlock(); } }
class Holder { final Lock lock = new ReentrantLock(); }

class Base { protected final Collection<String> c; protected final Object lock = this; Base(Collection<String> c) { this.c = c; } public void add(String s) { synchronized (lock) { c.add(s); } } }
class Wrapper extends Base { Wrapper(List<String> l) { super(l); } public String first() { synchronized (lock) { return c.iterator().next(); } } }
class Nothing extends Monitor { Nothing() { } }

class Outer {
  private final List<Cell> cells = new ArrayList<>();
  public synchronized void add() { cells.add(new Cell()); }
  private class Cell { private int n; void inc() { synchronized (Outer.this) { n++; } } }
  static class Own { private int n; synchronized void inc() { n++; } }
  private static final class Hidden { private int n; private synchronized void inc() { n++; } }
  public void use() { new Hidden().inc(); }
}
END
ok "javac" javac --release 8 -Xlint:-options -g -d classes src/Choice.java

"$PHASELOCK" java --list classes >list
chosen () { awk -v c="$1" '$2 == c { print $1 }' list; }
why () { awk -v c="$1" '$2 == c { $1 = $2 = ""; print }' list | sed 's/^ *//'; }
for class in Plain Text Table Dice; do
  is "$class is left out" "$(chosen "$class")" "-"
  is "$class: why" "$(why "$class")" "no lock"
done
is "Constant is left out" "$(why Constant)" "no mutable field"
for class in Monitor Block Flag Number Declared Wrapped Locked Borrowed Base Wrapper Outer 'Outer$Own'; do
  is "$class is checked" "$(chosen "$class")" "check"
done
is "nothing of its own" "$(why Nothing)" "nothing that it does not inherit"
is "a part of another class" "$(why 'Outer$Cell')" "a part of Outer"
is "without an entry" "$(why 'Outer$Hidden')" "no method that others can call"

"$PHASELOCK" check -q classes >out 2>err
is "check: violations, and no error" "$?" 10
mkdir models
ok "models" "$PHASELOCK" java -q -o models/ classes
is "every class that is chosen has one" "$(find models -name '*.eml' | wc -l)" "$(grep -c '^check' list)"
is "check says how many are left out" "$(cat err)" \
  "phaselock check: $(grep -c '^-' list) of $(wc -l <list) classes were left out: they use no lock, or have no fields that change; 'phaselock java --list' says why"
"$PHASELOCK" check -q --class Plain classes >out 2>err
is "not of a class that was named" "$(cat err)" ""
done_testing
