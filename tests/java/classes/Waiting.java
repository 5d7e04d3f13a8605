// wait, notify, conditions: a wait lets others in on purpose, and cuts the unit.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

//: class Buffer
//: safe
//: unit put   [ R count ( wait this R count )* R count W count W items[] ]
//: unit take  [ R count ( wait this R count )* R count W count R items[] ]
class Buffer {
  private final Object[] items = new Object[10];
  private int count;

  public synchronized void put(Object x) throws InterruptedException {
    while (count == 10)
      wait();
    items[count++] = x;
    notifyAll();
  }

  public synchronized Object take() throws InterruptedException {
    while (count == 0)
      wait();
    Object x = items[--count];
    notifyAll();
    return x;
  }
}

// tryTake() looks before it locks.
//: class BufferOpen
//: violates 1:count 2:count race:count
//: unit put      [ R count ( wait this R count )* R count W count W items[] ]
//: unit tryTake  R count ( . | [ R count ( wait this R count )* R count W count R items[] ] )
class BufferOpen {
  private final Object[] items = new Object[10];
  private int count;

  public synchronized void put(Object x) throws InterruptedException {
    while (count == 10)
      wait();
    items[count++] = x;
    notifyAll();
  }

  private synchronized Object take() throws InterruptedException {
    while (count == 0)
      wait();
    Object x = items[--count];
    notifyAll();
    return x;
  }

  public Object tryTake() throws InterruptedException {
    return count == 0 ? null : take();
  }
}

// Conditions of a ReentrantLock.
//: class Conditions
//: safe
//: unit put   lock< R count ( wait lock R count )* R count W count >
//: unit take  lock< R count ( wait lock R count )* R count W count >
class Conditions {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition full = lock.newCondition();
  private final Condition empty = lock.newCondition();
  private int count;

  public void put() throws InterruptedException {
    lock.lock();
    try {
      while (count == 10)
        full.await();
      count++;
      empty.signal();
    } finally {
      lock.unlock();
    }
  }

  public void take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0)
        empty.await();
      count--;
      full.signal();
    } finally {
      lock.unlock();
    }
  }
}

// A wait in a callee.
//: class Latch
//: safe
//: unit open   [ W open ]
//: unit enter  [ [ R open ( wait this R open )* ] R passed W passed ]
class Latch {
  private boolean open;
  private int passed;

  public synchronized void open() {
    open = true;
    notifyAll();
  }

  private synchronized void await() throws InterruptedException {
    while (!open)
      wait();
  }

  public synchronized void enter() throws InterruptedException {
    await();
    passed++;
  }
}

// What was read before the wait is used after it: the wait cuts the unit, so no
// pattern fits across it; but the write outside of the lock is found.
//: class Turn
//: violates race:turn
//: unit next   R turn W turn
//: unit await  [ R turn ( wait this R turn )* ]
class Turn {
  private int turn;

  public void next() {
    turn = turn + 1;
    synchronized (this) {
      notifyAll();
    }
  }

  public synchronized void await(int k) throws InterruptedException {
    while (turn != k)
      wait();
  }
}

// A lock taken after the monitor that is waited for is given back, too, with a note.
//: class Nested
//: note adds executions
class Nested {
  private final Object gate = new Object();
  private int n;

  public synchronized void take() throws InterruptedException {
    synchronized (gate) {
      while (n == 0)
        wait(); // NOTE adds executions
      n--;
    }
  }

  public synchronized void put() {
    n++;
    notifyAll();
  }
}
