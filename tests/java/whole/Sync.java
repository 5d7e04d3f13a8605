import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
/** Handles, futures, exchangers, stamps, barriers with an action, stripes: right and broken. */
public class Sync {
  static void run (Runnable... rs) throws Exception {
    Thread[] ts = new Thread[rs.length];
    for (int i = 0; i < rs.length; i++) ts[i] = new Thread (rs[i]);
    for (Thread t : ts) t.start ();
    for (Thread t : ts) t.join ();
  }
  //@ HandleRight assert safe
  static class HandleRight {
    volatile int n;
    static final VarHandle N;
    static { try { N = MethodHandles.lookup ().findVarHandle (HandleRight.class, "n", int.class); } catch (Exception e) { throw new Error (e); } }
    public static void main (String[] a) throws Exception {
      HandleRight h = new HandleRight ();
      run (() -> N.getAndAdd (h, 1), () -> N.getAndAdd (h, 1));
      assert h.n == 2;
    }
  }
  //@ HandleWrong assert violation
  static class HandleWrong {
    int n;
    static final VarHandle N;
    static { try { N = MethodHandles.lookup ().findVarHandle (HandleWrong.class, "n", int.class); } catch (Exception e) { throw new Error (e); } }
    void inc () { int k = (int) N.getVolatile (this); N.compareAndSet (this, k, k + 1); }
    public static void main (String[] a) throws Exception {
      HandleWrong h = new HandleWrong ();
      run (h::inc, h::inc);
      assert (int) N.getVolatile (h) == 2;
    }
  }
  //@ HandleLoop assert safe
  static class HandleLoop {
    int n;
    static final VarHandle N;
    static { try { N = MethodHandles.lookup ().findVarHandle (HandleLoop.class, "n", int.class); } catch (Exception e) { throw new Error (e); } }
    void inc () { int k; do { k = (int) N.getVolatile (this); } while (!N.weakCompareAndSet (this, k, k + 1)); }
    public static void main (String[] a) throws Exception {
      HandleLoop h = new HandleLoop ();
      run (h::inc, h::inc);
      assert (int) N.getAcquire (h) == 2;
    }
  }
  //@ HandlePlain assert gap
  static class HandlePlain {
    int n;
    static final VarHandle N;
    static { try { N = MethodHandles.lookup ().findVarHandle (HandlePlain.class, "n", int.class); } catch (Exception e) { throw new Error (e); } }
    public static void main (String[] a) throws Exception {
      HandlePlain h = new HandlePlain ();
      run (() -> N.setVolatile (h, 1), () -> { int x = h.n; assert x == 0 || x == 1; });
    }
  }
  //@ UpdaterRight assert safe
  static class UpdaterRight {
    volatile long n;
    static final AtomicLongFieldUpdater<UpdaterRight> N = AtomicLongFieldUpdater.newUpdater (UpdaterRight.class, "n");
    public static void main (String[] a) throws Exception {
      UpdaterRight h = new UpdaterRight ();
      run (() -> N.incrementAndGet (h), () -> N.addAndGet (h, 4));
      assert h.n == 5;
    }
  }
  //@ UpdaterWrong assert violation
  static class UpdaterWrong {
    volatile Object o;
    static final AtomicReferenceFieldUpdater<UpdaterWrong, Object> O = AtomicReferenceFieldUpdater.newUpdater (UpdaterWrong.class, Object.class, "o");
    static final AtomicInteger made = new AtomicInteger ();
    void init () { if (O.get (this) == null) { made.incrementAndGet (); O.set (this, new Object ()); } }
    public static void main (String[] a) throws Exception {
      UpdaterWrong h = new UpdaterWrong ();
      run (h::init, h::init);
      assert made.get () == 1;
    }
  }
  //@ ArrayRight assert safe
  static class ArrayRight {
    static final AtomicIntegerArray n = new AtomicIntegerArray (2);
    public static void main (String[] a) throws Exception {
      run (() -> n.incrementAndGet (0), () -> n.incrementAndGet (1), () -> n.getAndAdd (0, 3));
      assert n.get (0) == 4 && n.get (1) == 1;
    }
  }
  //@ ArrayWrong assert violation
  static class ArrayWrong {
    static final AtomicIntegerArray n = new AtomicIntegerArray (2);
    public static void main (String[] a) throws Exception {
      run (() -> n.set (0, n.get (0) + 1), () -> n.set (0, n.get (0) + 1));
      assert n.get (0) == 2;
    }
  }
  //@ ExchangeRight assert safe
  static class ExchangeRight {
    static final Exchanger<Integer> x = new Exchanger<> ();
    static final AtomicInteger n = new AtomicInteger ();
    static void swap (int k) { try { int got = x.exchange (k); assert got == 3 - k; n.addAndGet (got); } catch (InterruptedException e) { } }
    public static void main (String[] a) throws Exception {
      run (() -> swap (1), () -> swap (2));
      assert n.get () == 3;
    }
  }
  //@ ExchangeRight stuck safe
  //@ ExchangeWrong assert violation
  static class ExchangeWrong {
    static final Exchanger<Integer> x = new Exchanger<> ();
    static volatile int n;
    static void swap (int k) { try { n += x.exchange (k); } catch (InterruptedException e) { } }
    public static void main (String[] a) throws Exception {
      run (() -> swap (1), () -> swap (2));
      assert n == 3;
    }
  }
  //@ ExchangeAlone stuck violation
  static class ExchangeAlone {
    static final Exchanger<Integer> x = new Exchanger<> ();
    static void swap (int k) { try { x.exchange (k); } catch (InterruptedException e) { } }
    public static void main (String[] a) throws Exception {
      run (() -> swap (1), () -> swap (2), () -> swap (3));
    }
  }
  //@ AllRight assert safe
  static class AllRight {
    static final AtomicInteger n = new AtomicInteger ();
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (2);
      List<Callable<Integer>> tasks = new ArrayList<> ();
      tasks.add (() -> n.addAndGet (1)); tasks.add (() -> n.addAndGet (2));
      for (Future<Integer> f : pool.invokeAll (tasks)) { int k = f.get (); assert k > 0; }
      pool.shutdown ();
      assert n.get () == 3;
    }
  }
  //@ AllRight stuck safe
  //@ AllWrong assert violation
  static class AllWrong {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool (2);
      pool.invokeAll (List.of (() -> n++, () -> n++));
      pool.shutdown ();
      assert n == 2;
    }
  }
  //@ StampRight assert safe
  static class StampRight {
    static final StampedLock lock = new StampedLock ();
    static int n;
    static void add () { long s = lock.writeLock (); try { n++; } finally { lock.unlockWrite (s); } }
    public static void main (String[] a) throws Exception {
      run (() -> add (), () -> add (), () -> { long s = lock.readLock (); try { assert n <= 2; } finally { lock.unlock (s); } });
      assert n == 2;
    }
  }
  //@ StampRight stuck safe
  //@ StampLook assert safe
  static class StampLook {
    static final StampedLock lock = new StampedLock ();
    static volatile int x, y;
    static void move () { long s = lock.writeLock (); try { x++; y++; } finally { lock.unlockWrite (s); } }
    static void look () {
      long s = lock.tryOptimisticRead ();
      int a = x, b = y;
      if (!lock.validate (s)) { s = lock.readLock (); try { a = x; b = y; } finally { lock.unlockRead (s); } }
      assert a == b;
    }
    public static void main (String[] a) throws Exception { run (() -> move (), () -> look ()); }
  }
  //@ StampBlind assert violation
  static class StampBlind {
    static final StampedLock lock = new StampedLock ();
    static volatile int x, y;
    static void move () { long s = lock.writeLock (); try { x++; y++; } finally { lock.unlockWrite (s); } }
    static void look () { long s = lock.tryOptimisticRead (); int a = x, b = y; if (s != 0) assert a == b; }
    public static void main (String[] a) throws Exception { run (() -> move (), () -> look ()); }
  }
  //@ StampConvert assert safe
  static class StampConvert {
    static final StampedLock lock = new StampedLock ();
    static int n;
    static void inc () {
      long s = lock.readLock ();
      try {
        while (true) {
          int k = n;
          long w = lock.tryConvertToWriteLock (s);
          if (w != 0) { s = w; n = k + 1; return; }
          lock.unlockRead (s); s = lock.writeLock ();
        }
      } finally { lock.unlock (s); }
    }
    public static void main (String[] a) throws Exception { run (() -> inc (), () -> inc ()); assert n == 2; }
  }
  //@ StampUpgrade stuck violation
  static class StampUpgrade {
    static final StampedLock lock = new StampedLock ();
    static void bad () { long s = lock.readLock (); long w = lock.writeLock (); lock.unlockWrite (w); lock.unlockRead (s); }
    public static void main (String[] a) throws Exception { run (() -> bad ()); }
  }
  //@ ActionRight assert safe
  static class ActionRight {
    static int sum; static final int[] part = new int[2];
    static final CyclicBarrier b = new CyclicBarrier (2, () -> sum = part[0] + part[1]);
    static void go (int i) { try { part[i] = i + 1; b.await (); assert sum == 3; } catch (Exception e) { } }
    public static void main (String[] a) throws Exception { run (() -> go (0), () -> go (1)); assert sum == 3; }
  }
  //@ ActionRight stuck safe
  //@ ActionWrong assert violation
  static class ActionWrong {
    static volatile int sum; static final int[] part = new int[2];
    static final CyclicBarrier b = new CyclicBarrier (2, () -> sum = part[0] + part[1]);
    static void go (int i) { try { b.await (); assert sum == 3; part[i] = i + 1; } catch (Exception e) { } }
    public static void main (String[] a) throws Exception { run (() -> go (0), () -> go (1)); }
  }
  //@ ThenRight assert safe
  static class ThenRight {
    public static void main (String[] a) throws Exception {
      int[] n = new int[1];
      CompletableFuture<Void> f = CompletableFuture.supplyAsync (() -> 20).thenApply (k -> k + 1).thenAccept (k -> n[0] = k * 2);
      f.join ();
      assert n[0] == 42;
    }
  }
  //@ ThenWrong assert suspected
  static class ThenWrong {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      CompletableFuture.runAsync (() -> n = 1).thenRun (() -> n = 2);
      int k = n;
      assert k != 1;
    }
  }
  //@ Complete assert safe
  static class Complete {
    static int x;
    public static void main (String[] a) throws Exception {
      CompletableFuture<Integer> f = new CompletableFuture<> ();
      run (() -> { x = 5; f.complete (7); }, () -> { int k = f.join (); assert k == 7 && x == 5; });
    }
  }
  //@ CompleteNever stuck violation
  static class CompleteNever {
    public static void main (String[] a) throws Exception {
      CompletableFuture<Integer> f = new CompletableFuture<> ();
      AtomicInteger n = new AtomicInteger ();
      run (() -> { if (n.getAndIncrement () == 0) f.complete (1); }, () -> { if (n.getAndIncrement () == 0) f.join (); });
    }
  }
  //@ AllOf assert safe
  static class AllOf {
    static final AtomicInteger n = new AtomicInteger ();
    public static void main (String[] a) throws Exception {
      CompletableFuture<Void> p = CompletableFuture.runAsync (() -> n.addAndGet (1)), q = CompletableFuture.runAsync (() -> n.addAndGet (2));
      CompletableFuture.allOf (p, q).join ();
      assert n.get () == 3;
    }
  }
  //@ Stripes assert safe
  static class Stripes {
    static final Object[] locks = { new Object (), new Object () };
    static final int[] n = new int[4];
    static void inc (int k) { synchronized (locks[k % locks.length]) { n[k]++; } }
    public static void main (String[] a) throws Exception { run (() -> inc (1), () -> inc (3), () -> inc (1)); assert n[1] == 2 && n[3] == 1; }
  }
  //@ StripesWrong assert violation
  static class StripesWrong {
    static final Object[] locks = { new Object (), new Object () };
    static int n;
    static void inc (int k) { synchronized (locks[k % locks.length]) { n++; } }
    public static void main (String[] a) throws Exception { run (() -> inc (1), () -> inc (2)); assert n == 2; }
  }
}
