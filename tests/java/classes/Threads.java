// Threads, timers and tasks that a class starts itself (mode --class).
import java.util.Timer;
import java.util.TimerTask;

// An inner subclass of Thread: its run () is an entry.
//: class Poller
//: violates race:last
//: unit begin  .
//: unit Loop.run  W last
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
//: unit Loop.run  [ W last ]
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
//: violates 1:ticks race:ticks
//: unit begin  [ . ]
//: unit run    R ticks W ticks
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

// A class that is a Runnable: run () is public, and an entry like others.
//: class Job
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
