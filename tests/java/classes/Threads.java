// Threads, timers and tasks that a class starts itself (mode --class).
import java.util.Timer;
import java.util.TimerTask;

// An inner subclass of Thread: its run () is an entry.
//: class Poller
//: violates race:last
//: unit begin  .
//: outside Loop.run  W last
//: unit last  [ R last ]
class Poller {
  private long last;

  private class Loop extends Thread {
    @Override public void run() {
      last = 1;
    }
  }

  public void begin() {
    new Loop().start();
  }

  public synchronized long last() {
    return last;
  }
}

//: class PollerFixed
//: safe
//: unit begin  .
//: outside Loop.run  [ W last ]
//: unit last  [ R last ]
class PollerFixed {
  private long last;

  private class Loop extends Thread {
    @Override public void run() {
      synchronized (PollerFixed.this) {
        last = 1;
      }
    }
  }

  public void begin() {
    new Loop().start();
  }

  public synchronized long last() {
    return last;
  }
}

// A task for a timer, anonymous.
//: class Ticker
//: violates race:ticks
//: unit begin  [ . ]
//: outside run    R ticks W ticks
//: unit ticks  [ R ticks ]
class Ticker {
  private final Timer timer = new Timer();
  private int ticks;

  public synchronized void begin() {
    timer.schedule(new TimerTask() {
      @Override public void run() {
        ticks++;
      }
    }, 10);
  }

  public synchronized int ticks() {
    return ticks;
  }
}

// A class that is a Runnable: run () is public, and an entry like others; but what it does
// belongs together only if --units says so.
//: class Job
//: safe
//: outside run   [ R done ] [ W done ]
//: class Job --units run
//: violates 1:done
//: unit run   [ R done ] [ W done ]
class Job implements Runnable {
  private int done;

  private synchronized int get() {
    return done;
  }

  private synchronized void set(int d) {
    done = d;
  }

  @Override public void run() {
    set(get() + 1);
  }
}

// ---- One thread. ----

// A Thread runs its run () once, and nobody else calls it.
//: class RunsOnce
//: violates race:seen
//: unit seen  [ R seen ]
//: process Thread  R n W n W seen
class RunsOnce extends Thread {
  private int n;
  private int seen;

  @Override public void run() {
    n++;
    seen = 1;
  }

  public synchronized int seen() {
    return seen;
  }
}

//: class RunsOnceFixed
//: safe
class RunsOnceFixed extends Thread {
  private int n;
  private volatile int seen;

  @Override public void run() {
    n++;
    seen = 1;
  }

  public int seen() {
    return seen;
  }
}

// The object makes one thread, in its constructor; nobody else runs that.
//: class OwnWorker
//: violates race:shared
//: unit get  [ R shared ]
//: process Worker  R mine W mine W shared
class OwnWorker {
  private int mine;
  private int shared;

  private class Worker extends Thread {
    @Override public void run() {
      mine++;
      shared = 1;
    }
  }

  private final Worker worker = new Worker();

  public void begin() {
    worker.start();
  }

  public synchronized int get() {
    return shared;
  }
}

// Started by the constructor, once; and in a loop, which makes several.
//: class StartedOnce
//: safe-on mine
class StartedOnce {
  private int mine;
  private int n;

  StartedOnce() {
    new Thread(() -> mine++).start();
  }

  public synchronized void inc() {
    n++;
  }
}

//: class StartedInLoop
//: violates race:mine
class StartedInLoop {
  private int mine;
  private int n;

  StartedInLoop() {
    for (int i = 0; i < 2; i++)
      new Thread(() -> mine++).start();
  }

  public synchronized void inc() {
    n++;
  }
}

// A TimerTask that the object makes once runs again and again, and never beside itself.
//: class OwnTask
//: safe
//: unit total  [ R total ]
//: process Task  ( R last W last [ R total W total ] )*
class OwnTask {
  private int last;
  private int total;

  private final TimerTask task = new TimerTask() {
    @Override public void run() {
      last++;
      synchronized (OwnTask.this) {
        total++;
      }
    }
  };

  public void begin(Timer timer) {
    timer.schedule(task, 1, 1);
  }

  public synchronized int total() {
    return total;
  }
}

// finalize () runs when nobody can reach the object any more.
//: class Finalized
//: safe
//: unit set  [ W n ]
class Finalized {
  private int n;

  public synchronized void set(int n) {
    this.n = n;
  }

  @Override protected void finalize() {
    n = 0;
  }
}
