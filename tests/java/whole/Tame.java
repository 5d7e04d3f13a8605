import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Right programs with what Wild.java is about. */
public class Tame {
  //@ Named assert safe
  //@ Named stuck safe
  static class Named {
    static int n;
    static synchronized void add () { n++; System.out.println (Thread.currentThread ().getName ()); }
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (2);
      s.submit (Named::add); s.submit (Named::add);
      s.shutdown ();
      if (s.awaitTermination (1, TimeUnit.DAYS)) { synchronized (Named.class) { assert n == 2; } }
    }
  }
  // One thread does what it is given in that order.
  //@ Fifo assert safe
  static class Fifo {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newSingleThreadExecutor ();
      s.submit (() -> { n = 1; }); s.submit (() -> { n = 2; });
      s.submit (() -> { assert n == 2; });
    }
  }
  //@ Unordered assert violation
  static class Unordered {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (2);
      s.submit (() -> { n = 1; }); s.submit (() -> { n = 2; });
      s.submit (() -> { assert n == 2; });
    }
  }
  //@ Times assert safe
  //@ Times stuck safe
  static class Times {
    static final Object o = new Object ();
    static boolean go;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { synchronized (o) { go = true; } }).start ();
      synchronized (o) { while (!go) o.wait (100); assert go; }
    }
  }
  //@ TimesTwice stuck safe
  static class TimesTwice {
    static final Object o = new Object ();
    static boolean go;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { synchronized (o) { go = true; } }).start ();
      synchronized (o) { synchronized (o) { while (!go) o.wait (100); } }
    }
  }
  //@ Collected assert safe
  static class Collected {
    public static void main (String[] a) throws Exception {
      Queue<String> q = new ConcurrentLinkedQueue<> ();
      Thread t = new Thread (() -> q.add ("x")), u = new Thread (() -> q.add ("y"));
      t.start (); u.start (); t.join (); u.join ();
      int n = 0;
      for (String s : q) { assert s != null; n++; }
      assert n == 2;
    }
  }
  //@ Listeners assert safe
  static class Listeners {
    static class Listener { volatile int told; void tell () { told = 1; } }
    public static void main (String[] a) throws Exception {
      List<Listener> all = new CopyOnWriteArrayList<> ();
      Listener one = new Listener (), two = new Listener ();
      all.add (one);
      Thread t = new Thread (() -> all.add (two));
      t.start ();
      for (Listener l : all) l.tell ();
      assert one.told == 1;
      t.join ();
    }
  }
  //@ Boxed assert safe
  static class Boxed {
    static int five () { return 5; }
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1);
      Future<Integer> f = s.submit (Boxed::five);
      int n = f.get ();
      assert n == 5;
    }
  }
  //@ Bounded assert safe
  //@ Bounded stuck safe
  static class Bounded {
    public static void main (String[] a) throws Exception {
      BlockingQueue<String> q = new ArrayBlockingQueue<> (20);
      Thread t = new Thread (() -> { q.add ("x"); q.add ("y"); });
      t.start ();
      String s = q.take ();
      assert s == "x";
      t.join ();
      assert q.size () == 1;
    }
  }
  //@ Reads assert safe
  //@ Reads stuck safe
  static class Reads {
    static final ReentrantReadWriteLock l = new ReentrantReadWriteLock ();
    static int n;
    public static void main (String[] a) throws Exception {
      Runnable r = () -> { l.readLock ().lock (); try { assert n >= 0; } finally { l.readLock ().unlock (); } };
      Thread t = new Thread (r), u = new Thread (() -> { l.writeLock ().lock (); n = 1; l.writeLock ().unlock (); });
      t.start (); u.start (); r.run ();
    }
  }
  //@ Unparked assert safe
  //@ Unparked stuck safe
  static class Unparked {
    static volatile boolean go;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { while (!go) LockSupport.park (); });
      t.start ();
      go = true;
      LockSupport.unpark (t);
      t.join ();
    }
  }
  // The JVM throws into a handler.
  //@ Cast assert safe
  static class Cast {
    public static void main (String[] a) throws Exception {
      Object o = new int[1], p = new String[2][3];
      int[] b = (int[]) o;
      Object[] c = (Object[]) p;
      Object[][] d = (Object[][]) p;
      assert b.length == 1 && c.length == 2 && d.length == 2;
    }
  }
  // One, two or three threads.
  //@ Many assert safe
  static class Many {
    static int n;
    static synchronized void add () { n++; }
    public static void main (String[] a) throws Exception {
      List<Thread> all = new ArrayList<> ();
      int k = new Random ().nextInt (3) + 1;
      for (int i = 0; i < k; i++) { Thread t = new Thread (Many::add); all.add (t); t.start (); }
      for (Thread t : all) t.join ();
      synchronized (Many.class) { assert n == k; }
    }
  }
  // How many threads there are nobody knows.
  //@ Crowd assert gap
  static class Crowd {
    static int n;
    static synchronized void add () { n++; }
    public static void main (String[] a) throws Exception {
      List<Thread> all = new ArrayList<> ();
      int k = new Random ().nextInt (300) + 1;
      for (int i = 0; i < k; i++) { Thread t = new Thread (Crowd::add); all.add (t); t.start (); }
      for (Thread t : all) t.join ();
      synchronized (Crowd.class) { assert n >= 0; }
    }
  }
  // What the JVM throws, and nobody catches.
  //@ Null wrong violation
  //@ Null assert safe
  static class Null {
    static volatile Object o = new Object ();
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { o = null; });
      t.start ();
      if (o != null) o.getClass ();
    }
  }
  //@ NullRight wrong safe
  static class NullRight {
    static volatile Object o = new Object ();
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { o = null; });
      t.start ();
      Object p = o;
      if (p != null) p.hashCode ();
    }
  }
  //@ NullCaught wrong safe
  static class NullCaught {
    static volatile Object o = new Object ();
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { o = null; });
      t.start ();
      try { if (o != null) o.hashCode (); } catch (NullPointerException e) { }
    }
  }
  //@ Index wrong violation
  static class Index {
    static final AtomicInteger n = new AtomicInteger ();
    static final AtomicIntegerArray seen = new AtomicIntegerArray (1);
    static final int[] all = new int[1];
    static synchronized void put (int k) { all[k] = 1; }
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { if (n.get () < 1) put (n.getAndIncrement ()); });
      t.start ();
      if (n.get () < 1) put (n.getAndIncrement ());
    }
  }
  //@ IndexRight wrong safe
  static class IndexRight {
    static int n;
    static final int[] all = new int[1];
    static synchronized void put () { if (n < 1) all[n++] = 1; }
    public static void main (String[] a) throws Exception {
      new Thread (IndexRight::put).start ();
      put ();
    }
  }
  //@ Divides wrong violation
  static class Divides {
    static volatile int n = 1;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { n = 0; }).start ();
      int k = 1 / n;
    }
  }
  //@ Casts wrong violation
  static class Casts {
    static volatile Object o = "x";
    public static void main (String[] a) throws Exception {
      new Thread (() -> { o = new int[1]; }).start ();
      String s = (String) o;
    }
  }
  //@ Changes wrong violation
  static class Changes {
    static final List<String> l = new ArrayList<> (List.of ());
    public static void main (String[] a) throws Exception {
      List<String> m = new ArrayList<> ();
      m.add ("a"); m.add ("b");
      Thread t = new Thread (() -> { synchronized (m) { m.add ("c"); } });
      t.start ();
      Iterator<String> i;
      synchronized (m) { i = m.iterator (); }
      synchronized (m) { i.next (); }
    }
  }
  // Two threads that take their locks in the order of numbers.
  //@ Ordered deadlock safe
  //@ Ordered assert safe
  static class Ordered {
    final int id; int money = 5;
    Ordered (int id) { this.id = id; }
    static void move (Ordered from, Ordered to) {
      Ordered x = from.id < to.id ? from : to, y = from.id < to.id ? to : from;
      synchronized (x) { synchronized (y) { from.money--; to.money++; assert from.money + to.money == 10; } }
    }
    public static void main (String[] a) throws Exception {
      Ordered p = new Ordered (1), q = new Ordered (2);
      new Thread (() -> move (p, q)).start ();
      new Thread (() -> move (q, p)).start ();
    }
  }
}
