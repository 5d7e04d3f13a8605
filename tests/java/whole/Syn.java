import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
/** Synchronizers, maps, and what constructors and nested classes do. */
public class Syn {
  static void run (Runnable... rs) throws Exception {
    Thread[] ts = new Thread[rs.length];
    for (int i = 0; i < rs.length; i++) ts[i] = new Thread (rs[i]);
    for (Thread t : ts) t.start ();
    for (Thread t : ts) t.join ();
  }
  //@ Stamp assert violation
  static class Stamp {
    static final StampedLock lock = new StampedLock ();
    static int n;
    static void add () { long s = lock.writeLock (); n++; lock.unlockWrite (s); }
    public static void main (String[] a) throws Exception {
      run (() -> add (), () -> add ());
      assert n == 0;
    }
  }
  //@ Adder assert violation
  static class Adder {
    static final LongAdder n = new LongAdder ();
    public static void main (String[] a) throws Exception {
      run (() -> n.increment (), () -> n.add (2));
      assert n.sum () == 2;
    }
  }
  //@ AdderRight assert safe
  static class AdderRight {
    static final LongAdder n = new LongAdder ();
    public static void main (String[] a) throws Exception {
      run (() -> n.increment (), () -> n.add (2));
      assert n.sum () == 3;
    }
  }
  //@ Updated assert safe
  static class Updated {
    static final AtomicInteger n = new AtomicInteger (1);
    public static void main (String[] a) throws Exception {
      run (() -> n.getAndUpdate (x -> x * 3), () -> n.updateAndGet (x -> x * 5), () -> n.accumulateAndGet (7, (x, y) -> x * y));
      assert n.get () == 105;
    }
  }
  //@ Updated stuck safe
  //@ UpdatedWrong assert violation
  static class UpdatedWrong {
    static final AtomicInteger n = new AtomicInteger (1);
    public static void main (String[] a) throws Exception {
      run (() -> n.getAndUpdate (x -> x * 3), () -> n.updateAndGet (x -> x + 5));
      assert n.get () == 18;
    }
  }
  //@ HeldRight assert safe
  static class HeldRight {
    static final ReentrantLock lock = new ReentrantLock ();
    static int n;
    static void add () { assert lock.isHeldByCurrentThread (); n++; }
    public static void main (String[] a) throws Exception {
      Runnable r = () -> { lock.lock (); try { add (); } finally { lock.unlock (); } };
      run (r, r);
      assert n == 2;
    }
  }
  //@ HeldWrong assert violation
  static class HeldWrong {
    static final ReentrantLock lock = new ReentrantLock ();
    static int n;
    static void add () { assert lock.isHeldByCurrentThread (); n++; }
    public static void main (String[] a) throws Exception {
      run (() -> { lock.lock (); try { add (); } finally { lock.unlock (); } }, () -> add ());
    }
  }
  //@ HashRight deadlock safe
  static class HashRight {
    static final Object x = new Object (), y = new Object ();
    static final Object tie = new Object ();
    static void both (Object p, Object q) {
      int i = System.identityHashCode (p), k = System.identityHashCode (q);
      if (i < k) synchronized (p) { synchronized (q) { } }
      else if (i > k) synchronized (q) { synchronized (p) { } }
      else synchronized (tie) { synchronized (p) { synchronized (q) { } } }
    }
    public static void main (String[] a) throws Exception { run (() -> both (x, y), () -> both (y, x)); }
  }
  //@ HashWrong deadlock suspected
  static class HashWrong {
    static final Object x = new Object (), y = new Object ();
    static void both (Object p, Object q) {
      int i = System.identityHashCode (p), k = System.identityHashCode (q);
      if (i < k) synchronized (p) { synchronized (q) { } }
      else synchronized (q) { synchronized (p) { } }
    }
    public static void main (String[] a) throws Exception { run (() -> both (x, y), () -> both (y, x)); }
  }
  //@ Cas assert safe
  static class Cas {
    static final AtomicReference<Object> top = new AtomicReference<> ();
    static final AtomicInteger n = new AtomicInteger ();
    public static void main (String[] a) throws Exception {
      Object p = new Object (), q = new Object ();
      run (() -> { if (top.compareAndSet (null, p)) n.incrementAndGet (); }, () -> { if (top.compareAndSet (null, q)) n.incrementAndGet (); });
      assert n.get () == 1;
    }
  }
  //@ CasText assert violation
  static class CasText {
    static final AtomicReference<Integer> top = new AtomicReference<> (1000);
    public static void main (String[] a) throws Exception {
      run (() -> { Integer now = 1000; boolean ok = top.compareAndSet (now, 5); assert ok; });
    }
  }
  //@ Maps assert suspected
  static class Maps {
    static final Map<Integer, String> m = Collections.synchronizedMap (new HashMap<> ());
    public static void main (String[] a) throws Exception {
      run (() -> { m.put (1, "x"); });
      assert m.isEmpty ();
    }
  }
  //@ MapEach assert suspected
  static class MapEach {
    static final Map<Integer, int[]> m = new ConcurrentHashMap<> ();
    static volatile int n;
    public static void main (String[] a) throws Exception {
      m.put (1, new int[1]);
      run (() -> { for (int[] x : m.values ()) n = 1; });
      assert n == 0;
    }
  }
  //@ MapKey assert suspected
  static class MapKey {
    static class K { public boolean equals (Object o) { return true; } public int hashCode () { return 1; } }
    static final Map<K, String> m = new ConcurrentHashMap<> ();
    public static void main (String[] a) throws Exception {
      K k = new K (), l = new K ();
      run (() -> { m.put (k, "x"); });
      assert m.get (l) == null;
    }
  }
  //@ MapRace assert violation
  static class MapRace {
    static final Map<Integer, String> m = new HashMap<> ();
    public static void main (String[] a) throws Exception {
      run (() -> { m.put (1, "x"); }, () -> { m.put (2, "y"); });
      assert m.size () == 2;
    }
  }
  //@ MapOnce assert suspected
  static class MapOnce {
    static final Map<String, Object> m = new ConcurrentHashMap<> ();
    static final AtomicInteger made = new AtomicInteger ();
    static Object get () { return m.computeIfAbsent ("k", k -> { made.incrementAndGet (); return new Object (); }); }
    public static void main (String[] a) throws Exception {
      run (() -> get (), () -> get ());
      assert made.get () == 1;
    }
  }
  //@ MapSame assert safe
  static class MapSame {
    static final Map<String, Object> m = new ConcurrentHashMap<> ();
    static volatile Object p, q;
    static Object get () { return m.computeIfAbsent ("k", k -> new Object ()); }
    public static void main (String[] a) throws Exception {
      run (() -> { p = get (); }, () -> { q = get (); });
      assert p != null && p == q;
      assert m.size () == 1;
    }
  }
  //@ Callback assert violation
  static class Callback {
    static volatile int n;
    interface L { void on (int k); }
    static final List<L> ls = new CopyOnWriteArrayList<> ();
    public static void main (String[] a) throws Exception {
      ls.add (k -> n = k);
      run (() -> { for (L l : ls) l.on (3); });
      assert n == 0;
    }
  }
  //@ Super1 assert violation
  static class Super1 {
    static class A { int n; A () { init (); } void init () { n = 1; } }
    static class B extends A { int m = 5; B () { super (); } void init () { m = 7; } }
    static volatile int seen;
    public static void main (String[] a) throws Exception {
      run (() -> { seen = new B ().m; });
      assert seen == 7;
    }
  }
  //@ Inner assert safe
  static class Inner {
    int n;
    class I { void add () { synchronized (Inner.this) { n++; } } }
    public static void main (String[] a) throws Exception {
      Inner o = new Inner ();
      I p = o.new I (), q = o.new I ();
      run (p::add, q::add);
      assert o.n == 2;
    }
  }
  //@ Nested assert safe
  static class Nested {
    static int n;
    public static void main (String[] a) throws Exception {
      Object l = new Object ();
      Runnable r = () -> { for (int i = 0; i < 2; i++) { try { synchronized (l) { n++; if (n > 1) continue; throw new RuntimeException (); } } catch (RuntimeException e) { synchronized (l) { n += 10; } } } };
      run (r, r);
      assert n == 14;
    }
  }
  //@ Daemon assert violation
  static class Daemon {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { n = 1; assert n == 2; });
      t.setDaemon (true); t.start ();
    }
  }
  //@ LongAtomic assert safe
  static class LongAtomic {
    static final AtomicLong n = new AtomicLong (Long.MAX_VALUE);
    public static void main (String[] a) throws Exception {
      run (() -> n.incrementAndGet (), () -> n.decrementAndGet ());
      assert n.get () == Long.MAX_VALUE;
      assert n.get () >>> 1 == Long.MAX_VALUE / 2;
    }
  }
  //@ Sync stuck gap
  static class Sync {
    static final SynchronousQueue<Integer> q = new SynchronousQueue<> ();
    public static void main (String[] a) throws Exception {
      q.put (1);
    }
  }
  //@ Order assert violation
  static class Order {
    static int x; static volatile boolean f;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { if (f) { assert x == 1; } });
      t.start ();
      f = true; x = 1;
      t.join ();
    }
  }
}
