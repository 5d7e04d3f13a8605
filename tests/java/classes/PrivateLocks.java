// Blocks that lock objects in final fields: one lock, two locks, one in the other.

// x is written under a in one method and under b in the other: both are locks, and
// they do not exclude each other.
//: class TwoLocks
//: violates 1:x race:x
//: unit set  a< W x >
//: unit add  b< R x W x >
class TwoLocks {
  private final Object a = new Object();
  private final Object b = new Object();
  private int x;

  public void set(int v) {
    synchronized (a) {
      x = v;
    }
  }

  public void add(int v) {
    synchronized (b) {
      x += v;
    }
  }
}

//: class OneLock
//: safe
//: unit set  a< W x >
//: unit add  a< R x W x >
class OneLock {
  private final Object a = new Object();
  private int x;

  public void set(int v) {
    synchronized (a) {
      x = v;
    }
  }

  public void add(int v) {
    synchronized (a) {
      x += v;
    }
  }
}

// Two locks in both orders: each field is guarded, and the threads wait for each other.
//: class Crossing
//: violates deadlock
//: unit there  a< b< W x > >
//: unit back   b< a< W x > >
class Crossing {
  private final Object a = new Object();
  private final Object b = new Object();
  private int x;

  public void there() {
    synchronized (a) {
      synchronized (b) {
        x = 1;
      }
    }
  }

  public void back() {
    synchronized (b) {
      synchronized (a) {
        x = 2;
      }
    }
  }
}

//: class CrossingFixed
//: safe
//: unit there  a< b< W x > >
//: unit back   a< b< W x > >
class CrossingFixed {
  private final Object a = new Object();
  private final Object b = new Object();
  private int x;

  public void there() {
    synchronized (a) {
      synchronized (b) {
        x = 1;
      }
    }
  }

  public void back() {
    synchronized (a) {
      synchronized (b) {
        x = 2;
      }
    }
  }
}

// The lock is replaced while it is in use: which object is locked is not known, so
// the monitor is left out, with a note, and what is found is a real bug here: two
// threads may hold two different locks.
//: class LockReplaced
//: violates 1:x race:x race:lock
//: unit add    R lock R x W x
//: unit renew  W lock
class LockReplaced {
  private Object lock = new Object();
  private int x;

  public void add(int v) {
    synchronized (lock) { // NOTE adds executions
      x += v;
    }
  }

  public void renew() {
    lock = new Object();
  }
}
