// Programs: threads from start sites, start and join (mode --main).
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// Two threads of one kind, from two start sites, on one object; main reads at the end.
//: main TwoWorkers --class TwoWorkers$Sum
//: violates 1:n race:n
//: process Main  { W n } start A start B join A join B { R n }
//: process A  { R n W n }
//: process B  { R n W n }
class TwoWorkers {
  static class Sum {
    private int n;

    public void set(int v) {
      n = v;
    }

    public void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  static class Worker implements Runnable {
    private final Sum sum;

    Worker(Sum sum) {
      this.sum = sum;
    }

    @Override public void run() {
      sum.inc();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    sum.set(1);
    Thread a = new Thread(new Worker(sum));
    Thread b = new Thread(new Worker(sum));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(sum.get());
  }
}

// The same with a lock: what main does before the first start and after all joins
// needs none.
//: main TwoWorkersFixed --class TwoWorkersFixed$Sum
//: safe
//: process Main  { W n } start A start B join A join B { R n }
//: process A  { [ R n W n ] }
//: process B  { [ R n W n ] }
class TwoWorkersFixed {
  static class Sum {
    private int n;

    public void set(int v) {
      n = v;
    }

    public synchronized void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  static class Worker implements Runnable {
    private final Sum sum;

    Worker(Sum sum) {
      this.sum = sum;
    }

    @Override public void run() {
      sum.inc();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    sum.set(1);
    Thread a = new Thread(new Worker(sum));
    Thread b = new Thread(new Worker(sum));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(sum.get());
  }
}

// Without join main reads while the worker writes.
//: main NoJoin --class NoJoin$Flag
//: violates race:up
//: process Main  start A ( { R up } )*
//: process A  { W up }
class NoJoin {
  static class Flag {
    private boolean up;

    public void raise() {
      up = true;
    }

    public boolean up() {
      return up;
    }
  }

  public static void main(String[] args) {
    Flag flag = new Flag();
    new Thread(() -> flag.raise()).start();
    while (!flag.up())
      Thread.yield();
  }
}

// One worker, and main waits for it before it touches anything: all in order.
//: main OneAfterTheOther --class OneAfterTheOther$Sum
//: safe
//: process Main  start A join A { R n W n }
//: process A  { R n W n }
class OneAfterTheOther {
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
    t.join();
    sum.inc();
  }
}

// Each thread has an object of its own, from an allocation site of its own: nothing is
// shared, and nothing is checked: no verdict.
//: main OwnObjects
//: refused starts no two threads that share an object
class OwnObjects {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum one = new Sum();
    Sum two = new Sum();
    new Thread(() -> one.inc()).start();
    new Thread(() -> two.inc()).start();
  }
}

// A start site in a loop: two processes.
//: main Loop --class Loop$Sum
//: violates 1:n race:n
//: process Main  start A
//: process A[2]  { R n W n }
class Loop {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  public static void main(String[] args) {
    Sum sum = new Sum();
    for (int i = 0; i < 10; i++)
      new Thread(() -> sum.inc()).start();
  }
}

// A subclass of Thread: its own fields belong to its own process, the static to all.
//: main Subclass --class Subclass$Worker --units run
//: violates 1:total race:total
class Subclass {
  static class Worker extends Thread {
    static int total;
    private int mine;

    @Override public void run() {
      mine++;
      total++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Worker a = new Worker();
    Worker b = new Worker();
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(Worker.total);
  }
}

// A pool: two processes; after awaitTermination main is alone.
//: main Pooled --class Pooled$Sum
//: violates 1:n race:n
class Pooled {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }

    public int get() {
      return n;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sum sum = new Sum();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++)
      pool.submit(() -> sum.inc());
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(sum.get());
  }
}

//: main PooledFixed --class PooledFixed$Sum
//: safe
class PooledFixed {
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
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 10; i++)
      pool.submit(() -> sum.inc());
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(sum.get());
  }
}

// A producer and a consumer at one list.
//: main Market --class Market$Stall
//: violates 1:goods[] 2:goods[]
//: process Main  start P start C
//: process P  ( { [ R goods[] W goods[] ] } )*
//: process C  ( { [ R goods[] ] ( . | [ R goods[] W goods[] ] ) } )*
class Market {
  static class Stall {
    private final List<String> goods = new ArrayList<>();

    public synchronized void put(String s) {
      goods.add(s);
    }

    private synchronized boolean empty() {
      return goods.isEmpty();
    }

    private synchronized String first() {
      return goods.remove(0);
    }

    public String take() {
      return empty() ? null : first();
    }
  }

  public static void main(String[] args) {
    Stall stall = new Stall();
    Thread producer = new Thread(() -> {
      for (int i = 0; i < 100; i++)
        stall.put("apple");
    });
    Thread consumer = new Thread(() -> {
      for (int i = 0; i < 100; i++)
        stall.take();
    });
    producer.start();
    consumer.start();
  }
}

// Statics that the initialiser of another class fills are shared by all who read them.
//: main Filled --class Filled$Sum
//: violates 1:n race:n
class Filled {
  static class Sum {
    private int n;

    public void inc() {
      n++;
    }
  }

  static class Registry {
    static final Sum SUM = new Sum();
  }

  public static void main(String[] args) {
    new Thread(() -> Registry.SUM.inc()).start();
    new Thread(() -> Registry.SUM.inc()).start();
  }
}
