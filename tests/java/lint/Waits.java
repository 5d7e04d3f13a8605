import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What lint says of waits and notifies: a line that is warned of ends with its code. */
class Waits {
  private int count;
  private boolean open;
  private final Object outer = new Object ();

  synchronized void put () throws InterruptedException {
    while (count == 1) wait ();
    count++;
    notify (); // notify-one
  }

  synchronized void take () throws InterruptedException {
    while (count == 0) wait ();
    count--;
    notifyAll ();
  }

  synchronized void once () throws InterruptedException {
    if (!open) wait (); // wait-once
    open = false;
  }

  void nested () throws InterruptedException {
    synchronized (outer) {
      synchronized (this) {
        while (!open) wait (); // wait-holding
      }
    }
  }
}

/** One of those who wait for one thing. */
class Gate {
  private boolean open;
  synchronized void pass () throws InterruptedException { while (!open) wait (); open = false; }
  synchronized void open () { open = true; notify (); }
}

/** A condition for each kind of waiter. */
class Conditions {
  private final ReentrantLock lock = new ReentrantLock ();
  private final Condition notEmpty = lock.newCondition (), notFull = lock.newCondition ();
  private int count;

  void put () throws InterruptedException {
    lock.lock ();
    try {
      while (count == 1) notFull.await ();
      count++;
      notEmpty.signal ();
    } finally { lock.unlock (); }
  }

  void take () throws InterruptedException {
    lock.lock ();
    try {
      while (count == 0) notEmpty.await ();
      count--;
      notFull.signal ();
    } finally { lock.unlock (); }
  }
}
