// Exceptions leave monitors, and handlers run without them.
import java.util.concurrent.locks.ReentrantLock;

// The handler is outside of the block: by then the monitor is free.
//: class Undo
//: violates 3:a 4:a race:a
//: unit move  ( [ R a W a R b W b ] | [ R a W a ] R a W a )
//: unit sum   [ R a R b ]
class Undo {
  private int a;
  private int b;

  private static void check(int k) {
    if (k < 0)
      throw new IllegalArgumentException();
  }

  public void move(int k) {
    try {
      synchronized (this) {
        a -= k;
        check(k);
        b += k;
      }
    } catch (IllegalArgumentException e) {
      a += k;
    }
  }

  public synchronized int sum() {
    return a + b;
  }
}

// The handler is inside.
//: class UndoFixed
//: safe
//: unit move  [ R a W a ( R b W b | R a W a ) ]
//: unit sum   [ R a R b ]
class UndoFixed {
  private int a;
  private int b;

  private static void check(int k) {
    if (k < 0)
      throw new IllegalArgumentException();
  }

  public synchronized void move(int k) {
    a -= k;
    try {
      check(k);
      b += k;
    } catch (IllegalArgumentException e) {
      a += k;
    }
  }

  public synchronized int sum() {
    return a + b;
  }
}

// finally without a lock: what it does comes after the monitor was given back.
//: class Cleanup
//: violates 3:open 4:open 5:open race:open
//: unit use   ( [ W open [ R open ] ] W open | [ W open ] W open )
//: unit test  [ R open ]
class Cleanup {
  private boolean open;

  private void work() {
    if (hashCode() == 0)
      throw new IllegalStateException();
  }

  public void use() {
    try {
      synchronized (this) {
        open = true;
        work();
        test();
      }
    } finally {
      open = false;
    }
  }

  public synchronized boolean test() {
    return open;
  }
}

// lock (), try, finally, unlock (): the lock is held to the end, thrown or not.
//: class Locked
//: safe
//: unit add   lock< R n W n ( . | W n ) >
//: unit get   lock< R n >
class Locked {
  private final ReentrantLock lock = new ReentrantLock();
  private int n;

  public void add(String s) {
    lock.lock();
    try {
      n++;
      Integer.parseInt(s);
    } catch (NumberFormatException e) {
      n = -1;
    } finally {
      lock.unlock();
    }
  }

  public int get() {
    lock.lock();
    try {
      return n;
    } finally {
      lock.unlock();
    }
  }
}

// try with resources: close () runs under the monitor that is held around it ...
//: class Session
//: safe
//: unit use  [ R open W open R open W open ]
//: unit get  [ R open ]
class Session {
  private int open;

  private void end() {
    open--;
  }

  public synchronized void use() {
    try (Closer c = this::end) {
      open++;
    }
  }

  public synchronized int get() {
    return open;
  }

  interface Closer extends AutoCloseable {
    @Override void close();
  }
}

// ... and without one if there is none.
//: class SessionOpen
//: violates 1:open 3:open 5:open race:open
//: unit use  [ R open W open ] R open W open
//: unit get  [ R open ]
class SessionOpen {
  private int open;

  private void end() {
    open--;
  }

  private synchronized void begin() {
    open++;
  }

  public void use() {
    try (Closer c = this::end) {
      begin();
    }
  }

  public synchronized int get() {
    return open;
  }

  interface Closer extends AutoCloseable {
    @Override void close();
  }
}

// A caller catches what a synchronized method throws, and goes on without its monitor.
// It is not known whether parse() has thrown when it comes back (rule 8: callers go on
// either way), so the handler may come after the write, too.
//: class Fallback
//: violates 1:value race:value
//: unit set   ( [ W value ] | . ) ( . | W value )
//: unit load  [ R value W value ]
class Fallback {
  private int value;

  private synchronized void parse(String s) {
    int v = Integer.parseInt(s);
    value = v;
  }

  public void set(String s) {
    try {
      parse(s);
    } catch (RuntimeException e) {
      value = -1;
    }
  }

  public synchronized void load() {
    value = value + 1;
  }
}

// A recursion without end ends in a StackOverflowError. What stands after the call never runs; the handler does.
//: class Dive
//: violates 1:depth race:depth
//: proc dive   [ ( call dive | . ) ]
//: unit start  ( call dive | . ) R depth W depth
//: unit get    [ R depth ]
class Dive {
  private int depth;
  private int after;

  private synchronized void dive() {
    dive();
    after++;
  }

  public void start() {
    try {
      dive();
      after++;
    } catch (StackOverflowError e) {
      depth++;
    }
  }

  public synchronized int get() {
    return depth;
  }
}

//: class DiveFixed
//: safe
//: proc dive   [ ( call dive | . ) ]
//: unit start  [ ( call dive | . ) R depth W depth ]
//: unit get    [ R depth ]
class DiveFixed {
  private int depth;

  private synchronized void dive() {
    dive();
  }

  public synchronized void start() {
    try {
      dive();
    } catch (StackOverflowError e) {
      depth++;
    }
  }

  public synchronized int get() {
    return depth;
  }
}

// Two methods that call each other, with a finally: it runs as often as there were calls.
//: class DiveTogether
//: violates 1:depth race:depth
//: proc down   ( call deeper | . ) R depth W depth
//: proc deeper ( call down | . )
//: unit start  call down
//: unit get    [ R depth ]
class DiveTogether {
  private int depth;

  private void down() {
    try {
      deeper();
    } finally {
      depth++;
    }
  }

  private void deeper() {
    down();
  }

  public void start() {
    down();
  }

  public synchronized int get() {
    return depth;
  }
}

// A loop without end is no recursion: nothing comes after it.
//: class Spin
//: traces
//: proc spin   ( R turns W turns )*
//: unit start  call spin
//: unit get    [ R turns ]
class Spin {
  private int turns;
  private int after;

  private void spin() {
    while (true)
      turns++;
  }

  public void start() {
    try {
      spin();
    } finally {
      after++;
    }
  }

  public synchronized int get() {
    return turns;
  }
}

// A recursion that comes to an end may also overflow the stack, if it is deep enough.
//: class Countdown
//: violates 1:failed race:failed
//: proc down   [ ( call down | . ) ]
//: unit start  ( call down ( . | R failed W failed ) | R failed W failed )
//: unit get    [ R failed ]
class Countdown {
  private int failed;

  private synchronized void down(int k) {
    if (k > 0)
      down(k - 1);
  }

  public void start(int k) {
    try {
      down(k);
    } catch (StackOverflowError e) {
      failed++;
    }
  }

  public synchronized int get() {
    return failed;
  }
}

// Division by a constant other than 0 does not throw: the handler is never entered.
//: class Quarter
//: safe
//: unit int   [ W n ]
//: unit long  [ W n ]
//: unit get   [ R n ]
class Quarter {
  private long n;
  private int failed;

  public void set(int k) {
    try {
      int quarter = k / 4 + k % 100000;
      synchronized (this) {
        n = quarter;
      }
    } catch (ArithmeticException e) {
      failed++;
    }
  }

  public void set(long k) {
    try {
      long quarter = k / 4 + k % 10000000000L;
      synchronized (this) {
        n = quarter;
      }
    } catch (ArithmeticException e) {
      failed++;
    }
  }

  public synchronized long get() {
    return n;
  }
}

// By anything else it does, also if a constant is one of two divisors.
//: class Share
//: violates 1:failed race:failed
//: unit variable  ( [ W n ] | R failed W failed )
//: unit either    ( [ W n ] | R failed W failed )
//: unit get       [ R n R failed ]
class Share {
  private int n;
  private int failed;

  public void variable(int k, int d) {
    try {
      int ratio = k / d;
      synchronized (this) {
        n = ratio;
      }
    } catch (ArithmeticException e) {
      failed++;
    }
  }

  public void either(int k, int d) {
    try {
      int ratio = k / (d < 0 ? d : 7);
      synchronized (this) {
        n = ratio;
      }
    } catch (ArithmeticException e) {
      failed++;
    }
  }

  public synchronized int get() {
    return n + failed;
  }
}
