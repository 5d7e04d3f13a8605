import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
/** What the language and its library can do and models forget. */
public class Odd {
  static void run (Runnable... rs) throws Exception {
    Thread[] ts = new Thread[rs.length];
    for (int i = 0; i < rs.length; i++) ts[i] = new Thread (rs[i]);
    for (Thread t : ts) t.start ();
    for (Thread t : ts) t.join ();
  }
  //@ Copied assert violation
  static class Copied {
    static final int[] from = { 1, 2, 3 }, to = new int[3];
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { System.arraycopy (from, 0, to, 0, 3); });
      t.start (); t.join ();
      assert to[1] == 0;
    }
  }
  //@ Filled assert violation
  static class Filled {
    static final int[] to = new int[3];
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> Arrays.fill (to, 7));
      t.start (); t.join ();
      assert to[1] == 0;
    }
  }
  //@ Sorted assert gap
  static class Sorted {
    static final int[] to = { 3, 2, 1 };
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> Arrays.sort (to));
      t.start (); t.join ();
      assert to[0] == 3;
    }
  }
  //@ Boxed assert violation
  static class Boxed {
    static volatile Integer n = 0;
    @SuppressWarnings("removal")
    public static void main (String[] a) throws Exception {
      run (() -> { n = new Integer (5); });
      assert n == 0;
    }
  }
  //@ BoxedSame assert suspected
  static class BoxedSame {
    static volatile Integer n = 1000, m = 1000;
    public static void main (String[] a) throws Exception {
      run (() -> { n = 1000; });
      if (n == m) return;
      assert false;
    }
  }
  //@ TextSame assert suspected
  static class TextSame {
    static volatile String n = "x" + System.nanoTime (), m = "x" + System.nanoTime ();
    public static void main (String[] a) throws Exception {
      run (() -> { m = "y" + n.length (); });
      if (n == m) return;
      assert false;
    }
  }
  //@ Hook assert gap
  static class Hook {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Runtime.getRuntime ().addShutdownHook (new Thread (() -> { assert n == 0; }));
      run (() -> { n = 1; });
    }
  }
  //@ Handler assert gap
  static class Handler {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { int[] x = new int[n]; x[0] = 1; });
      t.setUncaughtExceptionHandler ((thread, e) -> { n = 1; });
      t.start (); t.join ();
      assert n == 0;
    }
  }
  //@ Submitted assert safe
  static class Submitted {
    static final AtomicInteger n = new AtomicInteger ();
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (2);
      Future<?> f = pool.submit (() -> { n.incrementAndGet (); throw new IllegalStateException (); });
      try { f.get (); assert false; } catch (ExecutionException e) { assert n.get () == 1; }
      pool.shutdown ();
    }
  }
  //@ SubmittedWrong assert violation
  static class SubmittedWrong {
    static final AtomicInteger n = new AtomicInteger ();
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (2);
      Future<?> f = pool.submit (() -> { n.incrementAndGet (); if (n.get () == 1) throw new IllegalStateException (); });
      try { f.get (); } catch (ExecutionException e) { assert n.get () == 2; }
      pool.shutdown ();
    }
  }
  //@ Named assert violation
  static class Named {
    static volatile int n;
    static class Item { public String toString () { n++; return "item"; } }
    public static void main (String[] a) throws Exception {
      Item item = new Item ();
      run (() -> { String s = String.valueOf (item); });
      assert n == 0;
    }
  }
  //@ NamedPlus assert violation
  static class NamedPlus {
    static volatile int n;
    static class Item { public String toString () { n++; return "item"; } }
    public static void main (String[] a) throws Exception {
      Item item = new Item ();
      run (() -> { String s = "x" + item; });
      assert n == 0;
    }
  }
  //@ NamedBuilder assert violation
  static class NamedBuilder {
    static volatile int n;
    static class Item { public String toString () { n++; return "item"; } }
    public static void main (String[] a) throws Exception {
      Item item = new Item ();
      run (() -> { StringBuilder b = new StringBuilder (); b.append (item); });
      assert n == 0;
    }
  }
  //@ Printed assert violation
  static class Printed {
    static volatile int n;
    static class Item { public String toString () { n++; return "item"; } }
    public static void main (String[] a) throws Exception {
      Item item = new Item ();
      run (() -> System.out.println (item));
      assert n == 0;
    }
  }
  //@ Compared assert gap
  static class Compared {
    static volatile int n;
    static class Item { public boolean equals (Object o) { n++; return o == this; } public int hashCode () { return 1; } }
    public static void main (String[] a) throws Exception {
      Item item = new Item (), other = new Item ();
      run (() -> { boolean b = Objects.equals (item, other); });
      assert n == 0;
    }
  }
  //@ Terminated assert suspected
  static class Terminated {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (1);
      pool.execute (() -> { n = 1; });
      pool.shutdown ();
      boolean done = pool.awaitTermination (1, TimeUnit.MILLISECONDS);
      assert n == 1;
    }
  }
  //@ TerminatedAsked assert safe
  static class TerminatedAsked {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (1);
      pool.execute (() -> { n = 1; });
      pool.shutdown ();
      if (pool.awaitTermination (1, TimeUnit.MILLISECONDS)) assert n == 1;
    }
  }
  //@ Overridden assert safe
  static class Overridden {
    static volatile int n;
    static class T extends Thread {
      public void start () { n = 1; }
      public void run () { n = 2; }
    }
    public static void main (String[] a) throws Exception {
      Thread t = new T ();
      t.start (); t.join ();
      assert n == 1;
    }
  }
  //@ OverriddenSuper assert violation
  static class OverriddenSuper {
    static volatile int n;
    static class T extends Thread {
      public void start () { n = 1; super.start (); n = 3; }
      public void run () { n = 2; }
    }
    public static void main (String[] a) throws Exception {
      Thread t = new T ();
      t.start (); t.join ();
      assert n == 3;
    }
  }
  //@ InheritedRun assert violation
  static class InheritedRun {
    static int n; static volatile boolean go;
    static class A extends Thread { public void run () { int x = get (); put (x + 1); } int get () { return m; } void put (int x) { m = x; } }
    static volatile int m;
    static class B extends A { void put (int x) { m = x + 1; } }
    public static void main (String[] a) throws Exception {
      Thread s = new A (), t = new B ();
      s.start (); t.start (); s.join (); t.join ();
      assert m == 3;
    }
  }
  //@ DiesLocked stuck safe
  //@ Dies assert safe
  static class Dies {
    static final Object lock = new Object (); static int n;
    public static void main (String[] a) throws Exception {
      run (() -> { synchronized (lock) { n = 1; int[] x = null; x[0] = 2; } }, () -> { synchronized (lock) { assert n == 0 || n == 1; } });
    }
  }
  //@ Overflow assert violation
  static class Overflow {
    static volatile int n = Integer.MAX_VALUE; static volatile long l = Long.MIN_VALUE;
    public static void main (String[] a) throws Exception {
      run (() -> n++, () -> l--);
      assert n > 0 || l < 0;
    }
  }
  //@ OverflowRight assert safe
  static class OverflowRight {
    static volatile int n = Integer.MAX_VALUE; static volatile long l = Long.MIN_VALUE;
    public static void main (String[] a) throws Exception {
      run (() -> n++, () -> l--);
      assert n == Integer.MIN_VALUE && l == Long.MAX_VALUE;
      assert (byte) n == 0 && (char) l == 0xffff && (short) l == -1;
    }
  }
  //@ Shifts assert safe
  static class Shifts {
    static volatile int n = -8, s = 33; static volatile long l = -8, t = 65;
    public static void main (String[] a) throws Exception {
      run (() -> { n >>>= s; }, () -> { l >>>= t; });
      assert n == 0x7ffffffc && l == 0x7ffffffffffffffcL;
      s = 35;
      assert (1 << s) == 8 && (-16 >> s) == -2 && -7 / 2 == -3 && -7 % 2 == -1;
    }
  }
  //@ ShiftsLate assert safe
  static class ShiftsLate {
    static volatile int n = -8, s = 33;
    public static void main (String[] a) throws Exception {
      run (() -> { s = s + 2; }, () -> { });
      int k = 1 << s, m = n >> s, u = n >>> s;
      assert k == 8; assert m == -1;
    }
  }
  //@ Chars assert safe
  static class Chars {
    static volatile char c = 'z'; static volatile byte b = 127; static volatile short s = -1;
    public static void main (String[] a) throws Exception {
      run (() -> { c++; }, () -> { b++; }, () -> { s += 40000; });
      assert c == '{' && b == -128; assert s == (short) 39999;
      assert (char) (c + 65536) == '{';
    }
  }
  //@ Switched assert violation
  static class Switched {
    static volatile String mode = "a"; static volatile int n;
    public static void main (String[] a) throws Exception {
      run (() -> { mode = "b"; }, () -> { switch (mode) { case "a": n = 1; break; case "b": n = 2; break; default: n = 3; } });
      assert n != 2;
    }
  }
  //@ SwitchedRight assert safe
  static class SwitchedRight {
    static volatile String mode = "a"; static volatile int n;
    public static void main (String[] a) throws Exception {
      run (() -> { mode = "b"; }, () -> { switch (mode) { case "a": n = 1; break; case "b": n = 2; break; default: n = 3; } });
      assert n != 3;
    }
  }
  //@ Enums assert safe
  static class Enums {
    enum State { NEW, OLD; State next () { return this == NEW ? OLD : NEW; } }
    static volatile State s = State.NEW;
    public static void main (String[] a) throws Exception {
      run (() -> { s = s.next (); });
      switch (s) { case NEW: assert false; break; case OLD: break; }
      assert s == State.OLD;
    }
  }
  //@ TimedWait assert violation
  static class TimedWait {
    static boolean ready;
    public static synchronized void main (String[] a) throws Exception {
      new Thread (() -> { synchronized (TimedWait.class) { ready = true; TimedWait.class.notify (); } }).start ();
      if (!ready) TimedWait.class.wait (10);
      assert ready;
    }
  }
  //@ TimedWait stuck safe
  //@ TimedJoin assert violation
  static class TimedJoin {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { n = 1; });
      t.start (); t.join (5);
      assert n == 1;
    }
  }
  //@ TimedJoinAsked assert suspected
  static class TimedJoinAsked {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { n = 1; });
      t.start (); t.join (5);
      if (!t.isAlive ()) assert n == 1;
    }
  }
  //@ Local assert suspected
  static class Local {
    static final ThreadLocal<Integer> local = new ThreadLocal<> ();
    static volatile int n;
    public static void main (String[] a) throws Exception {
      local.set (5);
      run (() -> { if (local.get () == null) n = 1; });
      assert n == 1; assert local.get () == 5;
    }
  }
  //@ LocalWrong assert suspected
  static class LocalWrong {
    static final ThreadLocal<Integer> local = ThreadLocal.withInitial (() -> 3);
    static volatile int n;
    public static void main (String[] a) throws Exception {
      local.set (5);
      run (() -> { n = local.get (); });
      assert n == 5;
    }
  }
  //@ Timer assert gap
  static class Timer {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      java.util.Timer t = new java.util.Timer (true);
      t.schedule (new TimerTask () { public void run () { n = 1; } }, 1);
      Thread.sleep (5);
      assert n == 0;
    }
  }
  //@ Streamed assert gap
  static class Streamed {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      java.util.stream.IntStream.range (0, 3).parallel ().forEach (i -> { n++; });
      assert n == 0;
    }
  }
  //@ Eached assert gap
  static class Eached {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      List<Integer> list = new ArrayList<> ();
      list.add (1); list.add (2);
      Thread t = new Thread (() -> { n = 5; });
      t.start ();
      list.forEach (x -> { n = n + x; });
      t.join ();
      assert n >= 5;
    }
  }
  //@ Interrupted1 assert safe
  static class Interrupted1 {
    static volatile int n; static final Object lock = new Object ();
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { synchronized (lock) { try { while (true) lock.wait (); } catch (InterruptedException e) { n = 1; } } });
      t.start (); t.interrupt (); t.join ();
      assert n == 1;
    }
  }
  //@ Interrupted1 stuck suspected
  //@ Interrupted2 assert suspected
  static class Interrupted2 {
    static volatile int n; static final Semaphore s = new Semaphore (0);
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { try { s.acquire (); } catch (InterruptedException e) { n = 1; } n = n + 1; });
      t.start (); t.interrupt (); t.join ();
      assert n == 1;
    }
  }
  //@ Recursive assert safe
  static class Recursive {
    static volatile int n;
    static int fib (int k) { return k < 2 ? k : fib (k - 1) + fib (k - 2); }
    public static void main (String[] a) throws Exception {
      run (() -> { n = fib (6); });
      assert n == 8;
    }
  }
  //@ Locks assert safe
  //@ Locks deadlock safe
  static class Locks {
    static final Object[] locks = new Object[3]; static final int[] n = new int[3];
    static { for (int i = 0; i < 3; i++) locks[i] = new Object (); }
    static void move (int i, int k) {
      int lo = Math.min (i, k), hi = Math.max (i, k);
      synchronized (locks[lo]) { synchronized (locks[hi]) { n[i]--; n[k]++; } }
    }
    public static void main (String[] a) throws Exception {
      run (() -> move (0, 2), () -> move (2, 1), () -> move (1, 0));
      assert n[0] == 0 && n[1] == 0 && n[2] == 0;
    }
  }
  //@ LocksWrong deadlock violation
  static class LocksWrong {
    static final Object[] locks = new Object[3]; static final int[] n = new int[3];
    static { for (int i = 0; i < 3; i++) locks[i] = new Object (); }
    static void move (int i, int k) {
      synchronized (locks[i]) { synchronized (locks[k]) { n[i]--; n[k]++; } }
    }
    public static void main (String[] a) throws Exception {
      run (() -> move (0, 2), () -> move (2, 1), () -> move (1, 0));
    }
  }
  //@ Captured assert safe
  static class Captured {
    public static void main (String[] a) throws Exception {
      int[] box = { 0 }; Object lock = new Object ();
      List<Thread> ts = new ArrayList<> ();
      for (int i = 1; i <= 3; i++) { int k = i; Thread t = new Thread (() -> { synchronized (lock) { box[0] += k; } }); ts.add (t); t.start (); }
      for (Thread t : ts) t.join ();
      assert box[0] == 6;
    }
  }
  //@ Finalised assert gap
  static class Finalised {
    static volatile int n;
    @SuppressWarnings("removal") protected void finalize () { n = 1; }
    public static void main (String[] a) throws Exception {
      new Finalised ();
      Thread t = new Thread (() -> { assert n == 0; });
      System.gc ();
      t.start (); t.join ();
    }
  }
  //@ Finally assert safe
  static class Finally {
    static int n; static final ReentrantLock lock = new ReentrantLock ();
    static int bump () { lock.lock (); try { if (n > 5) return 1; n++; return 0; } finally { lock.unlock (); } }
    public static void main (String[] a) throws Exception {
      run (() -> bump (), () -> bump ());
      lock.lock (); try { assert n == 2; } finally { lock.unlock (); }
    }
  }
  //@ Divides assert violation
  static class Divides {
    static volatile int d = 1, n;
    public static void main (String[] a) throws Exception {
      run (() -> { d = 0; }, () -> { try { n = 6 / d; } catch (ArithmeticException e) { n = -1; } });
      assert n == 6;
    }
  }
  //@ Cloned assert violation
  static class Cloned {
    static volatile int[] data = { 1, 2 };
    public static void main (String[] a) throws Exception {
      run (() -> { int[] c = data.clone (); c[0] = 5; data = c; }, () -> { int[] c = data.clone (); c[1] = 7; data = c; });
      int[] d = data;
      assert d[0] + d[1] == 12;
    }
  }
  //@ Yields assert violation
  static class Yields {
    static volatile boolean stop; static int n;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { while (!stop) Thread.yield (); assert n == 0; });
      t.start (); n = 1; stop = true; t.join ();
    }
  }
  //@ Ternary assert safe
  static class Ternary {
    static volatile long n; static volatile boolean b;
    public static void main (String[] a) throws Exception {
      run (() -> { b = true; }, () -> { n = b ? 1L << 40 : -1L; });
      assert n == 1L << 40 || n == -1;
    }
  }
  //@ DiesLocked assert violation
  //@ DiesLocked stuck safe
  static class DiesLocked {
    static volatile int x;
    static class T extends Thread { public synchronized void run () { x = 1; throw new RuntimeException (); } }
    public static void main (String[] a) throws Exception {
      T t = new T (); t.start ();
      while (x == 0) ;
      synchronized (t) { x = 2; }
    }
  }
  //@ DiesBeside assert violation
  static class DiesBeside {
    static volatile int x;
    static class T extends Thread { public synchronized void run () { x = 1; assert x == 2; } }
    public static void main (String[] a) throws Exception {
      T t = new T (); t.start ();
      while (x == 0) ;
      synchronized (t) { assert x == 0; }
    }
  }
}
