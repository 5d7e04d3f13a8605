// Objects by the sites that make them, threads by what is known of them (mode --main).
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

// Each thread makes a buffer for itself: there are two threads, but no two share one.
//: main OwnBuffers
//: refused starts no two threads that share an object
class OwnBuffers {
  static class Buffer {
    private int used;

    public void add() {
      used++;
    }
  }

  static class Worker extends Thread {
    @Override public void run() {
      Buffer b = new Buffer();
      b.add();
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++)
      new Worker().start();
  }
}

// A lock that is no part of the object: by the site that makes it.
//: main OutsideLock --class OutsideLock$Sum
//: safe
//: process Main  start A start B
//: process A  l< { R n W n } >
//: process B  l< { R n W n } >
class OutsideLock {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    final Object lock = new Object();
    final Sum sum = new Sum();
    Runnable task = () -> {
      synchronized (lock) {
        sum.inc();
      }
    };
    new Thread(task).start();
    new Thread(task).start();
  }
}

// Locks that are made for each thread protect nothing.
//: main OwnLocks --class OwnLocks$Sum
//: violates 1:n race:n
class OwnLocks {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    final Sum sum = new Sum();
    for (int i = 0; i < 2; i++) {
      final Object lock = new Object();
      new Thread(() -> {
        synchronized (lock) {
          sum.inc();
        }
      }).start();
    }
  }
}

// Threads in an array, the object in a field that is not final.
//: main InArray --class InArray$Sum
//: violates 1:n race:n
class InArray {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  static class Worker extends Thread {
    private Sum sum;

    void use(Sum s) {
      sum = s;
    }

    @Override public void run() {
      sum.inc();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    Worker[] all = new Worker[3];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Worker();
      all[i].use(sum);
    }
    for (Worker w : all)
      w.start();
    for (Worker w : all)
      w.join();
  }
}

// Tasks in a list, run by a method that is called twice: two threads for one site.
//: main CalledTwice --class CalledTwice$Sum
//: violates 1:n race:n
class CalledTwice {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  private final List<Runnable> tasks = new ArrayList<>();

  private void launch() {
    new Thread(tasks.get(0)).start();
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    CalledTwice c = new CalledTwice();
    c.tasks.add(() -> sum.inc());
    c.launch();
    c.launch();
  }
}

// A thread that is started on one of two paths is one thread.
//: main OneOfTwo --class OneOfTwo$Sum
//: safe
//: process Main  start A
//: process A  { R n W n }
class OneOfTwo {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    Thread t = new Thread(sum::inc);
    if (args.length > 0)
      t.start();
    else
      t.start();
  }
}

// A thread that starts the next one like itself: there are two at any time.
//: main Relay --class Relay$Sum
//: violates 1:n race:n
class Relay {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  static class Runner implements Runnable {
    private final Sum sum;

    Runner(Sum sum) {
      this.sum = sum;
    }

    @Override public void run() {
      new Thread(new Runner(sum)).start();
      sum.inc();
    }
  }

  public static void main(String[] args) {
    new Runner(new Sum()).run();
  }
}

// A constructor that starts a thread on the object that it makes.
//: main SelfStarter --class SelfStarter$Pump
//: violates race:level 1:level
class SelfStarter {
  static class Pump implements Runnable {
    private int level;

    Pump() {
      new Thread(this).start();
    }

    @Override public void run() {
      level++;
    }

    public void fill() {
      level++;
    }
  }

  public static void main(String[] args) {
    Pump p = new Pump();
    p.fill();
  }
}

// A timer, and main.
//: main Alarm --class Alarm$Clock
//: violates race:ticks
class Alarm {
  static class Clock {
    private int ticks;

    public void tick() {
      ticks++;
    }

    public int ticks() {
      return ticks;
    }
  }

  public static void main(String[] args) {
    final Clock clock = new Clock();
    new Timer().schedule(new TimerTask() {
      @Override public void run() {
        clock.tick();
      }
    }, 1000);
    System.out.println(clock.ticks());
  }
}

// The join is in a finally, the exception is caught: main still waits.
//: main Careful --class Careful$Sum
//: safe
class Careful {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    Thread t = new Thread(() -> sum.inc());
    t.start();
    try {
      t.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sum.inc();
  }
}

// An executor with one thread: its tasks run side by side in the model, with a note.
//: main OneByOne --class OneByOne$Sum
//: note adds executions
//: violates race:n
class OneByOne {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    java.util.concurrent.ExecutorService one
        = java.util.concurrent.Executors.newSingleThreadExecutor(); // NOTE adds executions
    one.submit(() -> sum.inc());
    sum.inc();
  }
}

// A parallel stream: a note.
//: main Streams --class Streams$Sum
//: note may miss
class Streams {
  static class Sum {
    private int n;
    private final List<String> all = new ArrayList<>();

    public void work() {
      all.parallelStream().forEach(s -> n++); // NOTE may miss
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    new Thread(sum::work).start();
    sum.work();
  }
}

// Without --class: of the three classes that the program makes objects of, one is shared.
//: main Chosen
//: violates 1:n race:n
class Chosen {
  static class Shared {
    private int n;

    public void inc() {
      n++;
    }
  }

  static class Own {
    private int n;

    public void inc() {
      n++;
    }
  }

  static class OfMain {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Shared shared = new Shared();
    OfMain mine = new OfMain();
    mine.inc();
    for (int i = 0; i < 2; i++)
      new Thread(() -> {
        Own own = new Own();
        own.inc();
        shared.inc();
      }).start();
    mine.inc();
  }
}

// Main waits for a second, and then goes on, whatever the worker does.
//: main Impatient --class Impatient$Sum
//: violates 1:n race:n
//: process Main  start A ( join A | . ) { R n W n }
//: process A  { R n W n }
class Impatient {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    Thread t = new Thread(sum::inc);
    t.start();
    t.join(1000);
    sum.inc();
  }
}

// Whether the pool has ended is known: only then main goes on.
//: main Asks --class Asks$Sum
//: safe
//: process Main  start A ( join A { R n } | . )
//: process A[2]  { [ R n W n ] }
class Asks {
  static class Sum {
    private int n;

    public synchronized void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
    pool.submit(sum::inc);
    pool.shutdown();
    if (pool.awaitTermination(1, java.util.concurrent.TimeUnit.SECONDS))
      System.out.println(sum.get());
  }
}

// It asks, and goes on nevertheless.
//: main AsksInVain --class AsksInVain$Sum
//: violates race:n
//: process Main  start A ( join A | . ) { R n }
//: process A[2]  { [ R n W n ] }
class AsksInVain {
  static class Sum {
    private int n;

    public synchronized void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
    pool.submit(sum::inc);
    pool.shutdown();
    if (!pool.awaitTermination(1, java.util.concurrent.TimeUnit.SECONDS))
      System.out.println("it takes long");
    System.out.println(sum.get());
  }
}

// Nobody looks at what awaitTermination says: that the time is up is not modelled.
//: main DoesNotAsk --class DoesNotAsk$Sum
//: safe
//: process Main  start A join A { R n }
//: process A[2]  { [ R n W n ] }
class DoesNotAsk {
  static class Sum {
    private int n;

    public synchronized void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
    pool.submit(sum::inc);
    pool.shutdown();
    pool.awaitTermination(1, java.util.concurrent.TimeUnit.SECONDS); // NOTE may miss
    System.out.println(sum.get());
  }
}

// Somebody interrupts main: then its join may end before the worker does.
//: main Interrupted --class Interrupted$Sum
//: violates 1:n race:n
//: process Main  start A start B ( join A | . ) { R n W n }
//: process A  { R n W n }
//: process B  .
class Interrupted {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    Thread main = Thread.currentThread();
    Thread t = new Thread(sum::inc);
    t.start();
    new Thread(() -> main.interrupt()).start();
    try {
      t.join();
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
    sum.inc();
  }
}
