// Lambdas and method references: run where they are called, or in another thread.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntUnaryOperator;

// Given to a library method: inline, any number of times.
//: class Totals
//: violates race:total 1:total
//: unit add    [ R list[] W list[] ]
//: unit total  [ R list[] ] ( R total W total )* R total
class Totals {
  private final List<Integer> list = new ArrayList<>();
  private int total;

  public synchronized void add(int x) {
    list.add(x);
  }

  public int total() {
    List<Integer> copy;
    synchronized (this) {
      copy = new ArrayList<>(list);
    }
    copy.forEach(x -> total += x);
    return total;
  }
}

// A lambda that the class itself calls: its target is known.
//: class Applied
//: violates 1:n
//: unit twice  [ R n ] [ W n ]
class Applied {
  private int n;

  private synchronized int get() {
    return n;
  }

  private synchronized void set(int x) {
    n = x;
  }

  private int applied(IntUnaryOperator f, int x) {
    return f.applyAsInt(x);
  }

  public void twice() {
    set(applied(x -> 2 * x + get(), 1));
  }
}

//: class AppliedFixed
//: safe
//: unit twice  [ [ R n ] [ W n ] ]
class AppliedFixed {
  private int n;

  private synchronized int get() {
    return n;
  }

  private synchronized void set(int x) {
    n = x;
  }

  private int applied(IntUnaryOperator f, int x) {
    return f.applyAsInt(x);
  }

  public synchronized void twice() {
    set(applied(x -> 2 * x + get(), 1));
  }
}

// Handed to a thread: a unit of its own, without the locks of who started it.
//: class Starter
//: violates race:n
//: unit start  [ . ]
//: outside lambda  R n W n
//: unit get    [ R n ]
class Starter {
  private int n;

  public synchronized void start() {
    new Thread(() -> n++).start();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StarterFixed
//: safe
//: unit start  [ . ]
//: unit inc  [ R n W n ]
//: unit get    [ R n ]
class StarterFixed {
  private int n;

  public synchronized void start() {
    new Thread(this::inc).start();
  }

  private synchronized void inc() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// The same with an executor and a method reference.
//: class Submitter
//: violates race:n
//: unit go   [ . ]
//: outside inc  R n W n
//: unit get  [ R n ]
class Submitter {
  private final ExecutorService pool = Executors.newFixedThreadPool(4);
  private int n;

  public synchronized void go() {
    pool.execute(this::inc);
    pool.submit(this::inc);
  }

  private void inc() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// Lambdas of a concurrent map: two keys are two bins, so two of them can run at once.
//: class Misses
//: violates 1:misses race:misses
class Misses {
  private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
  private int misses;

  public int get(String key) {
    return map.computeIfAbsent(key, k -> {
      misses++;
      return k.length();
    });
  }
}

// misses alone is right now; the map's contents are one location for all keys, so that
// the two together are not.
//: class MissesFixed
//: violates 11:map[],misses
class MissesFixed {
  private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
  private int misses;

  private synchronized void miss() {
    misses++;
  }

  public int get(String key) {
    return map.computeIfAbsent(key, k -> {
      miss();
      return k.length();
    });
  }
}
