import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
/** A third look, at what the second one brought. */
public class More {
  static void run (Runnable... rs) throws Exception {
    Thread[] ts = new Thread[rs.length];
    for (int i = 0; i < rs.length; i++) ts[i] = new Thread (rs[i]);
    for (Thread t : ts) t.start ();
    for (Thread t : ts) t.join ();
  }
  //@ Escapes assert violation
  static class Escapes {
    static volatile Escapes seen; volatile int n;
    Escapes () { seen = this; n = 1; }
    public static void main (String[] a) throws Exception {
      run (() -> new Escapes (), () -> { Escapes s = seen; assert s == null || s.n == 1; });
    }
  }
  //@ KeptThrown assert safe
  static class KeptThrown {
    static class Box { int n; }
    static volatile int r;
    public static void main (String[] a) throws Exception {
      run (() -> { Box b = new Box (); try { b.n = 1; int[] x = new int[1]; x[b.n] = 2; b.n = 5; } catch (ArrayIndexOutOfBoundsException e) { b.n += 2; } finally { b.n *= 10; } r = b.n; });
      assert r == 30;
    }
  }
  //@ KeptReturned assert safe
  static class KeptReturned {
    static class Box { int n; Box add (int k) { n += k; return this; } }
    static volatile int r;
    static Box make () { return new Box ().add (1).add (2); }
    public static void main (String[] a) throws Exception {
      run (() -> { Box b = make (), c = make (); r = b.add (4).n * 10 + c.n; });
      assert r == 73;
    }
  }
  //@ KeptShared assert violation
  static class KeptShared {
    static class Box { volatile int n; }
    static volatile Box shared;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { Box b = shared; if (b != null) b.n = 9; });
      t.start ();
      Box mine = new Box (); mine.n = 1; shared = mine; mine.n = 2;
      assert mine.n == 2;
      t.join ();
    }
  }
  //@ KeptOften assert violation
  static class KeptOften {
    static class Box { volatile int n; Box next; }
    static volatile int sum;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { sum = 1; }).start ();
      Box head = null;
      for (int i = 0; i < 3; i++) { Box b = new Box (); b.n = i; b.next = head; head = b; }
      int s = sum;
      for (Box b = head; b != null; b = b.next) s += b.n;
      assert s == 3;
    }
  }
  //@ KeptOftenRight assert safe
  static class KeptOftenRight {
    static class Box { volatile int n; Box next; }
    static volatile int sum;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { sum = 1; }).start ();
      Box head = null;
      for (int i = 0; i < 3; i++) { Box b = new Box (); b.n = i; b.next = head; head = b; }
      int s = sum;
      for (Box b = head; b != null; b = b.next) s += b.n;
      assert s == 3 || s == 4;
    }
  }
  //@ Twice assert safe
  //@ Twice stuck safe
  static class Twice {
    static final ReentrantLock l = new ReentrantLock (); static int n;
    static void add () { l.lock (); try { l.lock (); try { n++; } finally { l.unlock (); } } finally { l.unlock (); } }
    public static void main (String[] a) throws Exception { run (Twice::add, Twice::add); assert n == 2; }
  }
  //@ HalfUnlocked stuck violation
  static class HalfUnlocked {
    static final ReentrantLock l = new ReentrantLock (); static int n;
    static void add () { l.lock (); l.lock (); n++; l.unlock (); }
    public static void main (String[] a) throws Exception { run (HalfUnlocked::add, HalfUnlocked::add); }
  }
  //@ SignalBare assert violation
  static class SignalBare {
    static final ReentrantLock l = new ReentrantLock (); static final Condition c = l.newCondition (); static volatile int n;
    public static void main (String[] a) throws Exception {
      run (() -> { try { c.signal (); } catch (IllegalMonitorStateException e) { n = 1; } });
      assert n == 0;
    }
  }
  //@ Downgrade assert safe
  //@ Downgrade stuck safe
  static class Downgrade {
    static final ReentrantReadWriteLock l = new ReentrantReadWriteLock (); static int n;
    static void go () { l.writeLock ().lock (); n++; l.readLock ().lock (); l.writeLock ().unlock (); try { assert n == 1 || n == 2; } finally { l.readLock ().unlock (); } }
    public static void main (String[] a) throws Exception { run (Downgrade::go, Downgrade::go); }
  }
  //@ Upgrade stuck violation
  static class Upgrade {
    static final ReentrantReadWriteLock l = new ReentrantReadWriteLock ();
    public static void main (String[] a) throws Exception {
      l.readLock ().lock (); l.writeLock ().lock ();
    }
  }
  //@ NotStarted assert safe
  //@ NotStarted stuck safe
  static class NotStarted {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { n = 1; }), u = new Thread (() -> { });
      u.start (); t.join (); u.join ();
      assert n == 0;
    }
  }
  //@ StartedTwice assert violation
  static class StartedTwice {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { n = 1; });
      t.start ();
      try { t.start (); } catch (IllegalThreadStateException e) { n = 2; }
      t.join ();
      assert n == 1;
    }
  }
  //@ InConstructor assert violation
  static class InConstructor {
    static class W extends Thread { int n; final int[] seen; W (int[] s) { seen = s; start (); n = 1; } public void run () { synchronized (seen) { seen[0] = n; } } }
    public static void main (String[] a) throws Exception {
      int[] s = new int[1];
      W w = new W (s); w.join ();
      synchronized (s) { assert s[0] == 1; }
    }
  }
  //@ Defaults assert violation
  static class Defaults {
    interface C { int get (); void set (int k); default void inc () { set (get () + 1); } }
    static class A implements C { volatile int n; public int get () { return n; } public void set (int k) { n = k; } }
    public static void main (String[] a) throws Exception {
      A c = new A (); run (c::inc, c::inc); assert c.get () == 2;
    }
  }
  //@ EnumLate assert violation
  static class EnumLate {
    static volatile int x;
    enum E { ONE, TWO; final int at = x; }
    public static void main (String[] a) throws Exception {
      run (() -> { x = 5; }, () -> { assert E.ONE.at == E.TWO.at; });
    }
  }
  //@ StaticSync assert safe
  static class StaticSync {
    static volatile int x;
    static class P { static int n = x; static synchronized void add () { n++; } }
    public static void main (String[] a) throws Exception {
      run (P::add, P::add);
      synchronized (P.class) { assert P.n == 2; }
    }
  }
  //@ TwoLate stuck safe
  //@ TwoLate assert safe
  static class TwoLate {
    static final AtomicInteger n = new AtomicInteger ();
    static class P { static final int p = n.incrementAndGet (); }
    static class Q { static final int q = P.p + n.incrementAndGet (); }
    public static void main (String[] a) throws Exception {
      run (() -> { int i = Q.q; }, () -> { int i = P.p; });
      assert n.get () == 2 && P.p == 1 && Q.q == 3;
    }
  }
  //@ MapCounts assert violation
  static class MapCounts {
    static final ConcurrentMap<String, int[]> m = new ConcurrentHashMap<> ();
    static void add () { if (m.get ("k") == null) m.put ("k", new int[1]); synchronized (m) { m.get ("k")[0]++; } }
    public static void main (String[] a) throws Exception {
      run (MapCounts::add, MapCounts::add);
      synchronized (m) { assert m.get ("k")[0] == 2; }
    }
  }
  //@ MapPlain assert safe
  static class MapPlain {
    static final Map<Integer, Integer> m = new HashMap<> ();
    static synchronized void put (int k) { if (m.containsKey (k)) m.remove (k); else m.put (k, k); }
    public static void main (String[] a) throws Exception {
      run (() -> put (1), () -> put (2), () -> put (1));
      synchronized (MapPlain.class) { assert m.size () == 1 && m.containsKey (2) && !m.containsKey (1); }
    }
  }
  //@ MapReplace assert safe
  static class MapReplace {
    static final Map<String, Object> m = new ConcurrentHashMap<> ();
    public static void main (String[] a) throws Exception {
      Object p = new Object (), q = new Object ();
      m.put ("a", p);
      run (() -> m.replace ("a", q), () -> m.replace ("b", q), () -> m.remove ("b"));
      assert m.get ("a") == q && m.size () == 1 && !m.containsKey ("b");
    }
  }
  //@ FutureFails assert violation
  static class FutureFails {
    static volatile int zero; static volatile boolean failed;
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (1);
      Future<Integer> f = pool.submit (() -> 1 / zero);
      pool.shutdown ();
      try { f.get (); } catch (ExecutionException e) { failed = true; }
      assert !failed;
    }
  }
  //@ FutureGives assert safe
  static class FutureGives {
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (2);
      List<Future<Integer>> fs = new ArrayList<> ();
      for (int i = 1; i <= 2; i++) { int k = i; fs.add (pool.submit (() -> k * k)); }
      int sum = 0;
      for (Future<Integer> f : fs) sum += f.get ();
      pool.shutdown ();
      assert sum == 5;
    }
  }
  //@ InterruptedWait assert suspected
  static class InterruptedWait {
    static final Object l = new Object (); static int n; static volatile int seen;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { synchronized (l) { int before = n; try { l.wait (); } catch (InterruptedException e) { seen = n - before; } } });
      t.start ();
      synchronized (l) { n = 1; }
      t.interrupt (); t.join ();
      assert seen == 0;
    }
  }
  //@ TryTimed assert violation
  static class TryTimed {
    static final ReentrantLock l = new ReentrantLock (); static volatile int n;
    static void add () { try { if (l.tryLock (1, TimeUnit.SECONDS)) try { n++; } finally { l.unlock (); } } catch (InterruptedException e) { } }
    public static void main (String[] a) throws Exception { run (TryTimed::add, TryTimed::add); assert n == 2; }
  }
  //@ Longs assert safe
  static class Longs {
    static volatile long n = 1;
    public static void main (String[] a) throws Exception {
      run (() -> { n = n << 40; });
      assert (int) n == 0 && (n >> 40) == 1 && n / 1024 == 1L << 30 && n % 7 == (1L << 40) % 7;
    }
  }
  //@ Handed assert safe
  static class Handed {
    static volatile Runnable task; static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { int k = 7; task = () -> { n = k; }; });
      t.start (); t.join ();
      task.run ();
      assert n == 7;
    }
  }
  //@ Each assert safe
  static class Each {
    static int sum;
    static synchronized void add (int k) { sum += k; }
    public static void main (String[] a) throws Exception {
      List<Integer> list = new ArrayList<> ();
      list.add (1); list.add (20); list.add (300);
      List<Thread> ts = new ArrayList<> ();
      for (Integer k : list) { Thread t = new Thread (() -> add (k)); t.start (); ts.add (t); }
      for (Thread t : ts) t.join ();
      synchronized (Each.class) { assert sum == 321; }
    }
  }
}
