// java.util.concurrent.locks.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

//: class Gauge
//: violates 1:level
//: unit get  lock< R level >
//: unit add  lock< R level > lock< W level >
class Gauge {
  private final Lock lock = new ReentrantLock();
  private int level;

  public int get() {
    lock.lock();
    try {
      return level;
    } finally {
      lock.unlock();
    }
  }

  public void add(int d) {
    int v = get() + d;
    lock.lock();
    try {
      level = v;
    } finally {
      lock.unlock();
    }
  }
}

//: class GaugeFixed
//: safe
//: unit get  lock< R level >
//: unit add  lock< lock< R level > W level >
class GaugeFixed {
  private final Lock lock = new ReentrantLock();
  private int level;

  public int get() {
    lock.lock();
    try {
      return level;
    } finally {
      lock.unlock();
    }
  }

  public void add(int d) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      level = get() + d;
    } finally {
      lock.unlock();
    }
  }
}

// tryLock (): held where it said so, and not where it did not.
//: class Try
//: safe
//: unit inc   ( lock< R n W n > | . )
//: unit get   lock< R n >
class Try {
  private final ReentrantLock lock = new ReentrantLock();
  private int n;

  public boolean inc() {
    if (lock.tryLock()) {
      try {
        n++;
        return true;
      } finally {
        lock.unlock();
      }
    }
    return false;
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

// Goes on without the lock if it is not free: as bad as no lock.
//: class TryAnyway
//: violates 1:n race:n
//: unit inc  ( lock< R n W n > | R n W n )
//: unit get  lock< R n >
class TryAnyway {
  private final ReentrantLock lock = new ReentrantLock();
  private int n;

  public void inc() throws InterruptedException {
    boolean held = lock.tryLock(1, TimeUnit.SECONDS);
    try {
      n++;
    } finally {
      if (held)
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

// A read-write lock used as intended.
//: class Table
//: safe
//: unit get  rd:rw< R value R size >
//: unit set  wr:rw< W value R size W size >
class Table {
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  private int value;
  private int size;

  public int get() {
    rw.readLock().lock();
    try {
      return value + size;
    } finally {
      rw.readLock().unlock();
    }
  }

  public void set(int v) {
    rw.writeLock().lock();
    try {
      value = v;
      size++;
    } finally {
      rw.writeLock().unlock();
    }
  }
}

// A write under the read half: readers do not exclude each other.
//: class CountedReads
//: violates 1:reads race:reads
//: unit get  rd:rw< R reads W reads R value >
//: unit set  wr:rw< W value >
class CountedReads {
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private int value;
  private int reads;

  public int get() {
    rw.readLock().lock();
    try {
      reads++;
      return value;
    } finally {
      rw.readLock().unlock();
    }
  }

  public void set(int v) {
    rw.writeLock().lock();
    try {
      value = v;
    } finally {
      rw.writeLock().unlock();
    }
  }
}

// From the read half to the write half: between them the lock is free.
//: class Upgrade
//: violates 1:value 2:value
//: unit get  rd:rw< R value > ( . | wr:rw< W value > ) rd:rw< R value >
class Upgrade {
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private final Lock read = rw.readLock();
  private final Lock write = rw.writeLock();
  private int value;

  private int value() {
    read.lock();
    try {
      return value;
    } finally {
      read.unlock();
    }
  }

  public int get() {
    if (value() == 0) {
      write.lock();
      try {
        value = 1;
      } finally {
        write.unlock();
      }
    }
    return value();
  }
}

// Locks that do not nest: hand over hand.  What cannot be said in EML is left out, with
// a note, and what is left out only adds executions.  The accesses between are found.
//: class HandOverHand
//: note adds executions
class HandOverHand {
  private final ReentrantLock first = new ReentrantLock();
  private final ReentrantLock second = new ReentrantLock();
  private int x;
  private int y;

  public void walk() { // NOTE-IN adds executions
    first.lock();
    x++;
    second.lock();
    first.unlock();
    y++;
    second.unlock();
  }
}

// Given back in another method than taken.
//: class Handle
//: note adds executions
class Handle {
  private final ReentrantLock lock = new ReentrantLock();
  private int x;

  public void open() {
    lock.lock();
  }

  public void close() {
    lock.unlock();
  }

  public void add() {
    open();
    x++;
    close();
  }
}
