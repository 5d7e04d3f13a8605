// Threads, pools and what they share, wherever a program keeps them (mode --main).
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Threads in an array, started by a second loop.
//: main ThreadArray --class ThreadArray$Sum
//: violates 1:n race:n
class ThreadArray {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    Thread[] ts = new Thread[3];
    for (int i = 0; i < ts.length; i++) ts[i] = new Thread(() -> sum.inc());
    for (int i = 0; i < ts.length; i++) ts[i].start();
    for (int i = 0; i < ts.length; i++) ts[i].join();
    System.out.println(sum.get());
  }
}

// A lock keeps them apart, and all are waited for before main reads.
//: main ThreadArrayFixed --class ThreadArrayFixed$Sum
//: safe
class ThreadArrayFixed {
  static class Sum { private int n; public synchronized void inc() { n++; } public int get() { return n; } }
  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    Thread[] ts = new Thread[3];
    for (int i = 0; i < ts.length; i++) { ts[i] = new Thread(() -> sum.inc()); ts[i].start(); }
    for (int i = 0; i < ts.length; i++) ts[i].join();
    System.out.println(sum.get());
  }
}

// In a list.
//: main ThreadList --class ThreadList$Sum
//: violates 1:n race:n
class ThreadList {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  static class Worker extends Thread { final Sum s; Worker(Sum s) { this.s = s; } public void run() { s.inc(); } }
  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 3; i++) ts.add(new Worker(sum));
    for (Thread t : ts) t.start();
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// In a field of another object.
//: main ThreadField --class ThreadField$Sum
//: violates 1:n race:n
class ThreadField {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  static class Service {
    private Thread t; private final Sum s; Service(Sum s) { this.s = s; }
    void begin() { t = new Thread(() -> s.inc()); t.start(); }
    void end() throws InterruptedException { t.join(); }
  }
  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    Service a = new Service(sum);
    a.begin();
    sum.inc();
    a.end();
    System.out.println(sum.get());
  }
}

// In statics, written before the first start: they are known, and so are the joins.
//: main StaticThreads
//: violates 1:n race:n
//: process Main  W a W b start A start B join A join B R n
//: process A  { R n W n }
//: process B  { R n W n }
class StaticThreads {
  static int n;
  static Thread a, b;
  public static void main(String[] args) throws InterruptedException {
    a = new Thread(() -> n++);
    b = new Thread(() -> n++);
    a.start(); b.start(); a.join(); b.join();
    System.out.println(n);
  }
}

// A pool in a final field.
//: main PoolField --class PoolField$Sum
//: violates 1:n race:n
class PoolField {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final Sum sum = new Sum();
  void go() { pool.execute(() -> sum.inc()); pool.execute(() -> sum.inc()); }
  public static void main(String[] args) throws InterruptedException {
    PoolField p = new PoolField();
    p.go();
  }
}

// In a static.
//: main PoolStatic --class PoolStatic$Sum
//: violates 1:n race:n
class PoolStatic {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  static ExecutorService pool = Executors.newFixedThreadPool(2);
  static Sum sum = new Sum();
  static void go() { pool.execute(() -> sum.inc()); pool.execute(() -> sum.inc()); }
  public static void main(String[] args) throws InterruptedException {
    go();
  }
}

// In a field that is set later, of lambdas that return something.
//: main PoolMutable --class PoolMutable$Sum
//: violates 1:n race:n
class PoolMutable {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  private ExecutorService pool;
  private Sum sum = new Sum();
  void init() { pool = Executors.newFixedThreadPool(2); }
  void go() { pool.submit(() -> { sum.inc(); return null; }); }
  public static void main(String[] args) throws InterruptedException {
    PoolMutable p = new PoolMutable();
    p.init();
    for (int i = 0; i < 9; i++) p.go();
    p.pool.shutdown();
    p.pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(p.sum.get());
  }
}

// The object is an argument of a method of another object, and of a static one.
//: main AsArgument --class AsArgument$Sum
//: violates 1:n race:n
class AsArgument {
  static class Sum { private int n; public void inc() { n++; } public int get() { return n; } }
  static class Helper { void work(Sum s) { s.inc(); } static void w(Sum s) { s.n++; } }
  public static void main(String[] args) {
    Sum sum = new Sum();
    Helper h = new Helper();
    new Thread(() -> h.work(sum)).start();
    new Thread(() -> Helper.w(sum)).start();
  }
}

// Only an array is shared: it is asked about with the class that makes it.
//: main OnlyArray
//: violates 1:data[] race:data[]
//: process Main  start A start B
//: process A  { R data[] W data[] }
//: process B  { R data[] W data[] }
class OnlyArray {
  public static void main(String[] args) {
    int[] data = new int[4];
    new Thread(() -> data[0]++).start();
    new Thread(() -> data[0]++).start();
  }
}

//: main OnlyStaticArray
//: violates 1:data[] race:data[]
class OnlyStaticArray {
  static final int[] data = new int[4];
  public static void main(String[] args) {
    new Thread(() -> data[0]++).start();
    new Thread(() -> data[0]++).start();
  }
}

//: main OnlyArrayLocked
//: safe
//: process Main  start A start B
//: process A  { l< R data[] W data[] > }
//: process B  { l< R data[] W data[] > }
class OnlyArrayLocked {
  public static void main(String[] args) {
    int[] data = new int[4];
    new Thread(() -> { synchronized (data) { data[0]++; } }).start();
    new Thread(() -> { synchronized (data) { data[0]++; } }).start();
  }
}

// Only a map.
//: main OnlyMap
//: violates race:m[]
class OnlyMap {
  public static void main(String[] args) {
    Map<String, String> m = new HashMap<>();
    new Thread(() -> m.put("a", "b")).start();
    new Thread(() -> m.get("a")).start();
  }
}

// A static lock that main assigns again before it starts threads is one lock.
//: main StaticLock
//: safe
class StaticLock {
  static Object lock = new Object();
  static int n;
  public static void main(String[] args) {
    lock = new Object();
    new Thread(() -> { synchronized (lock) { n++; } }).start();
    new Thread(() -> { synchronized (lock) { n++; } }).start();
  }
}

// Afterwards it is none.
//: main StaticLockBad
//: violates race:n race:lock
class StaticLockBad {
  static Object lock = new Object();
  static int n;
  public static void main(String[] args) {
    new Thread(() -> { synchronized (lock) { n++; } }).start();
    lock = new Object();
    new Thread(() -> { synchronized (lock) { n++; } }).start();
  }
}

// The static initialiser of main's class starts a thread.
//: main InitStarts
//: violates race:n
//: process Main  start A R n W n
//: process A  { R n W n }
class InitStarts {
  static int n;
  static { new Thread(() -> n++).start(); }
  public static void main(String[] args) { n++; }
}

//: main InitStartsFixed
//: safe
class InitStartsFixed {
  static int n;
  static synchronized void inc() { n++; }
  static { new Thread(() -> inc()).start(); }
  public static void main(String[] args) { inc(); }
}

// That of another class: when it runs is not known.
//: main OtherInitStarts
//: violates race:n
//: note may miss
class OtherInitStarts {
  static int n;
  static class Holder { static final int x; static { x = 1; new Thread(() -> n++).start(); } }
  public static void main(String[] args) { System.out.println(Holder.x); n++; }
}

// Each time round a loop of run() is a unit: the increments are whole, both together are not.
//: main LoopUnits --class LoopUnits
//: violates 6:a,b 11:a,b
//: process Main  start A start B
//: process A  ( { l< R a W a > l< R b W b > } )*
//: process B  ( { l< R a W a > l< R b W b > } )*
class LoopUnits {
  static int a, b;
  static final Object lock = new Object();
  static class W implements Runnable { public void run() { for (int i = 0; i < 9; i++) { synchronized (lock) { a++; } synchronized (lock) { b++; } } } }
  public static void main(String[] args) { new Thread(new W()).start(); new Thread(new W()).start(); }
}

// The whole of a run() without a loop is a unit.
//: main RunUnit --class RunUnit
//: violates 1:a
//: process Main  start A start B
//: process A  { l< R a > l< W a > }
//: process B  { l< R a > l< W a > }
class RunUnit {
  static int a;
  static final Object lock = new Object();
  static class W implements Runnable { public void run() { int x; synchronized (lock) { x = a; } synchronized (lock) { a = x + 1; } } }
  public static void main(String[] args) { new Thread(new W()).start(); new Thread(new W()).start(); }
}

// So is a lambda that a thread runs.
//: main LambdaUnit
//: violates 1:a
//: process Main  start A start B
//: process A  { l< R a > l< W a > }
//: process B  { l< R a > l< W a > }
class LambdaUnit {
  static int a;
  static final Object lock = new Object();
  public static void main(String[] args) {
    Runnable r = () -> { int x; synchronized (lock) { x = a; } synchronized (lock) { a = x + 1; } };
    new Thread(r).start(); new Thread(r).start(); }
}
