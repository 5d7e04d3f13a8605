import java.util.concurrent.atomic.*;
/** Initialisers that threads run: whoever comes first, under the class's lock. */
public class Init {
  static void run (Runnable... rs) throws Exception {
    Thread[] ts = new Thread[rs.length];
    for (int i = 0; i < rs.length; i++) ts[i] = new Thread (rs[i]);
    for (Thread t : ts) t.start ();
    for (Thread t : ts) t.join ();
  }
  //@ ReadsLater assert violation
  static class ReadsLater {
    static volatile int x;
    static class P { static int q = x; }
    public static void main (String[] a) throws Exception {
      run (() -> { x = 1; }, () -> { assert P.q == 0; });
    }
  }
  //@ ReadsBefore assert safe
  static class ReadsBefore {
    static volatile int x;
    static class P { static int q = x; }
    public static void main (String[] a) throws Exception {
      x = 1;
      run (() -> { assert P.q == 1; }, () -> { assert P.q == 1; });
    }
  }
  //@ Holder assert safe
  //@ Holder stuck safe
  static class Holder {
    static int made;
    static class H { static final Holder one = new Holder (); }
    Holder () { made++; }
    public static void main (String[] a) throws Exception {
      run (() -> { Holder h = H.one; assert h != null; }, () -> { Holder h = H.one; assert made == 1; });
    }
  }
  //@ Ids assert violation
  static class Ids {
    static final AtomicInteger next = new AtomicInteger ();
    static class A { static final int id = next.getAndIncrement (); }
    static class B { static final int id = next.getAndIncrement (); }
    public static void main (String[] a) throws Exception {
      run (() -> { int i = A.id; }, () -> { int i = B.id; });
      assert A.id == 0;
    }
  }
  //@ IdsOnce assert safe
  static class IdsOnce {
    static final AtomicInteger next = new AtomicInteger ();
    static class A { static final int id = next.getAndIncrement (); }
    static class B { static final int id = next.getAndIncrement (); }
    public static void main (String[] a) throws Exception {
      run (() -> { int i = A.id; }, () -> { int i = B.id; });
      assert A.id + B.id == 1;
    }
  }
  //@ Circle stuck violation
  //@ Circle deadlock violation
  static class Circle {
    static class A { static final Object b = B.class; static int n = B.m; static int k = 1; }
    static class B { static int m = A.k; }
    public static void main (String[] a) throws Exception {
      run (() -> { int i = A.n; }, () -> { int i = B.m; });
    }
  }
  //@ Super stuck violation
  static class Super {
    static class A { static final A b = new B (); }
    static class B extends A { static int k; static { k = 3; } }
    public static void main (String[] a) throws Exception {
      run (() -> { Object o = A.b; }, () -> { int i = B.k; });
    }
  }
  //@ Chain stuck safe
  //@ Chain assert safe
  static class Chain {
    static class A { static final int n = B.m + 1; }
    static class B { static final int m = Integer.MAX_VALUE + 5; }
    public static void main (String[] a) throws Exception {
      run (() -> { assert A.n == B.m + 1; }, () -> { int i = B.m; });
    }
  }
  //@ Starts stuck violation
  static class Starts {
    static int n = 1;
    static {
      Thread t = new Thread (() -> { n = 2; });
      t.start ();
      try { t.join (); } catch (InterruptedException e) { }
    }
    public static void main (String[] a) { }
  }
  //@ StartsOnly stuck safe
  static class StartsOnly {
    static int n = 1;
    static { new Thread (() -> { n = 2; }).start (); }
    public static void main (String[] a) { }
  }
  //@ Fails assert safe
  //@ FailsBoth assert violation
  static class Fails {
    static int zero;
    static class P { static int q = 1 / zero; }
    public static void main (String[] a) throws Exception {
      try { int i = P.q; assert false; } catch (ExceptionInInitializerError e) { }
      try { int i = P.q; assert false; } catch (NoClassDefFoundError e) { }
    }
  }
  static class FailsBoth {
    static volatile int zero;
    static class P { static int q = 1 / zero; }
    static void use () {
      try { int i = P.q; } catch (ExceptionInInitializerError e) { }
    }
    static volatile boolean second;
    public static void main (String[] a) throws Exception {
      run (FailsBoth::use, () -> { try { int i = P.q; } catch (NoClassDefFoundError e) { second = true; } catch (ExceptionInInitializerError e) { } });
      assert !second;
    }
  }
  //@ Locks deadlock violation
  static class Locks {
    static final Object lock = new Object ();
    static class P { static int q; static { synchronized (lock) { q = 1; } } }
    public static void main (String[] a) throws Exception {
      run (() -> { int i = P.q; }, () -> { synchronized (lock) { int i = P.q; } });
    }
  }
  //@ Pure assert safe
  //@ Pure deadlock safe
  static class Pure {
    static class P { static final Object lock = new Object (); static int n; static final int[] table = { 1, 2, 3 }; }
    static void add () { synchronized (P.lock) { P.n += P.table[1]; } }
    public static void main (String[] a) throws Exception {
      run (Pure::add, Pure::add);
      assert P.n == 4;
    }
  }
  //@ Enumerated assert safe
  static class Enumerated {
    enum One { INSTANCE; private int n; synchronized void add () { n++; } synchronized int get () { return n; } }
    public static void main (String[] a) throws Exception {
      run (One.INSTANCE::add, () -> One.INSTANCE.add ());
      assert One.INSTANCE.get () == 2;
    }
  }
}
