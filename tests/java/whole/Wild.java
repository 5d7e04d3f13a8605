import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class Wild {
  // started twice by two threads */
  //@ TwiceStarted assert violation
  static class TwiceStarted {
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { });
      Runnable r = () -> { try { t.start (); } catch (IllegalThreadStateException e) { assert false; } };
      Thread p = new Thread (r), q = new Thread (r);
      p.start (); q.start (); p.join (); q.join ();
    }
  }
  /* locks on two computed texts are two */
  //@ TextLocks assert violation
  static class TextLocks {
    static int x;
    static volatile boolean in;
    static void work (String l) {
      synchronized (l) { in = true; try { Thread.sleep (50); } catch (InterruptedException e) { } in = false; }
    }
    static String name (int i) { return "x" + i + System.nanoTime (); }
    public static void main (String[] a) throws Exception {
      String l = name (1), m = name (2);
      Thread p = new Thread (() -> { synchronized (l) { in = true; try { Thread.sleep (300); } catch (InterruptedException e) { } in = false; } });
      p.start ();
      Thread.sleep (100);
      synchronized (m) { assert !in; }
      p.join ();
    }
  }
  //@ BoxLocks assert violation
  static class BoxLocks {
    static volatile boolean in;
    public static void main (String[] a) throws Exception {
      Integer l = 1000, m = 1000;
      Thread p = new Thread (() -> { synchronized (l) { in = true; try { Thread.sleep (300); } catch (InterruptedException e) { } in = false; } });
      p.start ();
      Thread.sleep (100);
      synchronized (m) { assert !in; }
      p.join ();
    }
  }
  //@ CastFails assert violation
  static class CastFails {
    static volatile boolean done;
    public static void main (String[] a) throws Exception {
      Object o = new int[1];
      try { String s = (String) o; } catch (ClassCastException e) { assert false; }
    }
  }
  //@ CastFails2 assert violation
  static class CastFails2 {
    public static void main (String[] a) throws Exception {
      Object o = new Thread ();
      try { String s = (String) o; } catch (ClassCastException e) { assert false; }
    }
  }
  //@ StoreFails assert gap
  static class StoreFails {
    public static void main (String[] a) throws Exception {
      Object[] o = new String[1];
      try { o[0] = new Object (); } catch (ArrayStoreException e) { assert false; }
    }
  }
  //@ NonNullElse assert violation
  static class NonNullElse {
    public static void main (String[] a) throws Exception {
      Object o = null;
      Object p = Objects.requireNonNullElse (o, "x");
      assert p == null;
    }
  }
  //@ Parse assert suspected
  static class Parse {
    public static void main (String[] a) throws Exception {
      String s = "x" + System.nanoTime ();
      try { Integer.parseInt (s); } catch (NumberFormatException e) { assert false; }
    }
  }
  //@ CharAt assert suspected
  static class CharAt {
    public static void main (String[] a) throws Exception {
      try { "abc".charAt (5); } catch (IndexOutOfBoundsException e) { assert false; }
    }
  }
  //@ Exact stuck suspected
  static class Exact {
    static int n = Integer.MAX_VALUE;
    public static void main (String[] a) throws Exception {
      ReentrantLock l = new ReentrantLock ();
      Thread t = new Thread (() -> { l.lock (); n = Math.addExact (n, 1); l.unlock (); });
      t.start (); t.join ();
      l.lock (); l.unlock ();
    }
  }
  //@ ArgsLength assert gap
  static class ArgsLength {
    public static void main (String[] a) throws Exception {
      assert a.length == 0;
    }
  }
  //@ Getenv assert suspected
  static class Getenv {
    public static void main (String[] a) throws Exception {
      if (System.getenv ("NO_SUCH_THING") == null) assert false;
    }
  }
  //@ GetProperty assert suspected
  static class GetProperty {
    public static void main (String[] a) throws Exception {
      try { System.getProperty ("no.such.thing").length (); } catch (NullPointerException e) { assert false; }
    }
  }
  //@ AfterShutdown assert violation
  static class AfterShutdown {
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1);
      s.shutdown ();
      try { s.submit (() -> { }); } catch (RejectedExecutionException e) { assert false; }
    }
  }
  //@ Factory assert gap
  static class Factory {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1, r -> { n++; return new Thread (r); });
      s.submit (() -> { });
      s.shutdown (); s.awaitTermination (1, TimeUnit.DAYS);
      assert n == 0;
    }
  }
  //@ InnerPool stuck violation
  static class InnerPool {
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> {
        ExecutorService s = Executors.newFixedThreadPool (1);
        CountDownLatch l = new CountDownLatch (1);
        s.submit (() -> { l.await (); return null; });
        s.submit (() -> { l.countDown (); });
      });
      t.start (); t.join ();
    }
  }
  //@ OuterPool stuck violation
  static class OuterPool {
    public static void main (String[] a) throws Exception {
        ExecutorService s = Executors.newFixedThreadPool (1);
        CountDownLatch l = new CountDownLatch (1);
        s.submit (() -> { l.await (); return null; });
        s.submit (() -> { l.countDown (); });
    }
  }
  //@ Snapshot assert violation
  static class Snapshot {
    public static void main (String[] a) throws Exception {
      List<String> l = new CopyOnWriteArrayList<> ();
      l.add ("a"); l.add ("b");
      int n = 0;
      for (String s : l) { if (n == 0) l.remove (0); n++; }
      assert n != 2;
    }
  }
  //@ Snapshot2 assert violation
  static class Snapshot2 {
    public static void main (String[] a) throws Exception {
      List<String> l = new CopyOnWriteArrayList<> ();
      l.add ("a");
      CountDownLatch c = new CountDownLatch (1), d = new CountDownLatch (1);
      Thread t = new Thread (() -> { try { c.await (); } catch (InterruptedException e) { } l.remove (0); d.countDown (); });
      t.start ();
      Iterator<String> i = l.iterator ();
      c.countDown (); d.await ();
      assert !i.hasNext ();
    }
  }
  //@ Modified assert violation
  static class Modified {
    public static void main (String[] a) throws Exception {
      List<String> l = new ArrayList<> ();
      l.add ("a"); l.add ("b"); l.add ("c");
      try { for (String s : l) l.remove (0); } catch (ConcurrentModificationException e) { assert false; }
    }
  }
  //@ FullAdd assert violation
  static class FullAdd {
    public static void main (String[] a) throws Exception {
      BlockingQueue<String> q = new ArrayBlockingQueue<> (2);
      Thread t = new Thread (() -> q.add ("x"));
      t.start (); t.join ();
      q.add ("y");
      try { q.add ("z"); } catch (IllegalStateException e) { assert false; }
    }
  }
  //@ TenQueue assert gap
  static class TenQueue {
    public static void main (String[] a) throws Exception {
      BlockingQueue<String> q = new ArrayBlockingQueue<> (10);
      Thread t = new Thread (() -> { for (int i = 0; i < 5; i++) q.add ("x"); });
      t.start ();
      for (int i = 0; i < 5; i++) q.add ("y");
      t.join ();
      assert q.size () < 10;
    }
  }
  //@ CurrentOfPool assert suspected
  static class CurrentOfPool {
    static volatile Thread owner;
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1);
      s.submit (() -> { owner = Thread.currentThread (); }).get ();
      s.submit (() -> { if (owner == Thread.currentThread ()) { assert false; } }).get ();
    }
  }
  //@ LockOfPool assert gap
  static class LockOfPool {
    static volatile boolean got;
    public static void main (String[] a) throws Exception {
      ReentrantLock l = new ReentrantLock ();
      ExecutorService s = Executors.newFixedThreadPool (1);
      s.submit (() -> { l.lock (); }).get ();
      s.submit (() -> { got = l.tryLock (); }).get ();
      s.shutdown ();
      assert !got;
    }
  }
  //@ MethodRefBox assert violation
  static class MethodRefBox {
    static volatile int seen;
    static int five () { return 5; }
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1);
      Future<Integer> f = s.submit (MethodRefBox::five);
      int n = f.get ();
      assert n != 5;
    }
  }
  //@ MethodRefBox2 assert violation
  static class MethodRefBox2 {
    static int five () { return 5; }
    public static void main (String[] a) throws Exception {
      CompletableFuture<Integer> f = CompletableFuture.supplyAsync (MethodRefBox2::five);
      int n = f.join ();
      assert n != 5;
    }
  }
  //@ MethodRefUnbox assert violation
  static class MethodRefUnbox {
    static volatile boolean hit;
    static Integer square (int k) { if (k == 5) hit = true; return k * k; }
    public static void main (String[] a) throws Exception {
      Map<Integer, Integer> m = new ConcurrentHashMap<> ();
      Thread t = new Thread (() -> m.computeIfAbsent (5, MethodRefUnbox::square));
      t.start (); t.join ();
      assert !hit;
    }
  }
  //@ MethodRefVirtual assert gap
  static class MethodRefVirtual {
    static volatile boolean hit;
    static class Node { Node next () { return this; } }
    static class Other extends Node { Node next () { hit = true; return this; } }
    public static void main (String[] a) throws Exception {
      AtomicReference<Node> r = new AtomicReference<> (new Node ());
      Thread t = new Thread (() -> r.set (new Other ()));
      t.start (); t.join ();
      r.updateAndGet (Node::next);
      assert !hit;
    }
  }
  //@ TwoRoles assert gap
  static class TwoRoles {
    static volatile boolean hit;
    static class Both implements Runnable, Callable<String> {
      public void run () { }
      public String call () { hit = true; return ""; }
    }
    public static void main (String[] a) throws Exception {
      ExecutorService s = Executors.newFixedThreadPool (1);
      s.submit ((Callable<String>) new Both ()).get ();
      assert !hit;
    }
  }
  //@ BoxEquals assert suspected
  static class BoxEquals {
    public static void main (String[] a) throws Exception {
      Object o = new String ("x"), p = new String ("x");
      assert !o.equals (p);
    }
  }
  //@ ListEquals assert suspected
  static class ListEquals {
    public static void main (String[] a) throws Exception {
      Object o = new ArrayList<String> (), p = new ArrayList<String> ();
      assert !o.equals (p);
    }
  }
  //@ BarrierBroken assert gap
  static class BarrierBroken {
    static volatile boolean broken;
    public static void main (String[] a) throws Exception {
      CyclicBarrier b = new CyclicBarrier (2);
      Thread t = new Thread (() -> { try { b.await (); } catch (InterruptedException e) { } catch (BrokenBarrierException e) { } });
      t.start ();
      Thread.sleep (100);
      t.interrupt ();
      t.join ();
      try { b.await (); } catch (BrokenBarrierException e) { assert false; }
    }
  }
  //@ UnlockNotHeld assert violation
  static class UnlockNotHeld {
    public static void main (String[] a) throws Exception {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock ();
      try { l.readLock ().unlock (); } catch (IllegalMonitorStateException e) { assert false; }
    }
  }
  //@ NestedWait assert violation
  static class NestedWait {
    static final Object o = new Object ();
    static volatile boolean in;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { synchronized (o) { synchronized (o) { in = true; try { o.wait (300); } catch (InterruptedException e) { } in = false; } } });
      t.start ();
      Thread.sleep (100);
      synchronized (o) { assert !in; }
      t.join ();
    }
  }
  //@ EarlyUnpark stuck violation
  static class EarlyUnpark {
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { LockSupport.park (); });
      LockSupport.unpark (t);
      t.start (); t.join ();
    }
  }
  static class AdderSum {
    static final LongAdder l = new LongAdder ();
    public static void main (String[] a) throws Exception {
      Thread p = new Thread (() -> l.add (2)), q = new Thread (() -> l.add (3));
      p.start (); q.start ();
      assert l.sum () != 3;
      p.join (); q.join ();
    }
  }
  //@ NullPut assert violation
  static class NullPut {
    public static void main (String[] a) throws Exception {
      BlockingQueue<String> q = new LinkedBlockingQueue<> ();
      try { q.put (null); } catch (NullPointerException e) { assert false; }
    }
  }
  //@ SelfInterrupt assert suspected
  static class SelfInterrupt {
    public static void main (String[] a) throws Exception {
      Thread.currentThread ().interrupt ();
      try { Thread.sleep (1); } catch (InterruptedException e) { assert false; }
    }
  }
  static class ThreadLocals {
    static final ThreadLocal<Integer> l = ThreadLocal.withInitial (() -> 3);
    public static void main (String[] a) throws Exception {
      assert l.get () != 3;
    }
  }
  static class Uncaught {
    static volatile boolean seen;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { throw new RuntimeException (); });
      t.setUncaughtExceptionHandler ((x, e) -> seen = true);
      t.start (); t.join ();
      assert !seen;
    }
  }
  //@ Negative assert violation
  static class Negative {
    public static void main (String[] a) throws Exception {
      try { Thread.sleep (-1); } catch (IllegalArgumentException e) { assert false; }
    }
  }
  //@ IterQueue assert gap
  static class IterQueue {
    public static void main (String[] a) throws Exception {
      Queue<String> q = new ConcurrentLinkedQueue<> ();
      q.add ("a"); q.add ("b");
      Iterator<String> i = q.iterator ();
      q.poll ();
      assert i.next () == "b";
    }
  }
  //@ Substring stuck suspected
  static class Substring {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ReentrantLock l = new ReentrantLock ();
      Thread t = new Thread (() -> { l.lock (); "ab".substring (5); l.unlock (); });
      t.start (); t.join ();
      l.lock ();
    }
  }
  static class ExitHook {
    static volatile boolean x;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { while (!x) Thread.onSpinWait (); assert false; });
      t.setDaemon (true);
      t.start ();
      System.exit (0);
    }
  }
  //@ SubSync assert violation
  static class SubSync {
    static volatile boolean in;
    static class Base { synchronized void run () { in = true; try { Thread.sleep (300); } catch (InterruptedException e) { } in = false; } }
    public static void main (String[] a) throws Exception {
      AtomicReference<Base> r = new AtomicReference<> ();
      Base x = new Base (), y = new Base ();
      Thread s = new Thread (() -> r.set (y));
      r.set (x);
      s.start (); s.join ();
      UnaryOperator<Base> f = b -> { b.run (); return b; };
      Thread t = new Thread (() -> r.updateAndGet (f));
      t.start ();
      Thread.sleep (100);
      synchronized (x) { assert !in; }
      t.join ();
    }
  }
}
