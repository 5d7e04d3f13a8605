// Statics, and the monitors of classes.

// A synchronized instance method does not hold the lock of the static ones.
//: class StaticCounter
//: violates 1:n race:n
//: unit inc  class< R n W n >
//: unit dec  [ R n W n ]
class StaticCounter {
  private static int n;

  public static synchronized void inc() {
    n++;
  }

  public synchronized void dec() {
    n--;
  }
}

//: class StaticCounterFixed
//: safe
//: unit inc  class< R n W n >
//: unit dec  class< R n W n >
class StaticCounterFixed {
  private static int n;

  public static synchronized void inc() {
    n++;
  }

  public void dec() {
    synchronized (StaticCounterFixed.class) {
      n--;
    }
  }
}

// getClass () of the object is the same class object.
//: class StaticByGetClass
//: safe
//: unit inc  class< R n W n >
//: unit dec  class< R n W n >
final class StaticByGetClass {
  private static int n;

  public static synchronized void inc() {
    n++;
  }

  public void dec() {
    synchronized (getClass()) {
      n--;
    }
  }
}

// A static final object as the lock; statics of a nested class are locations, too.
//: class StaticLock
//: violates 1:Log.lines
//: unit add    lock< R Log.lines W Log.lines >
//: unit clear  lock< ( R Log.lines ) > lock< W Log.lines >
class StaticLock {
  private static final Object LOCK = new Object();

  static class Log {
    static int lines;
  }

  public static void add() {
    synchronized (LOCK) {
      Log.lines++;
    }
  }

  public static void clear() {
    boolean any;
    synchronized (LOCK) {
      any = Log.lines > 0;
    }
    if (any)
      synchronized (LOCK) {
        Log.lines = 0;
      }
  }
}

// Written by the static initialiser only: no location.
//: class StaticTable
//: nothing
class StaticTable {
  private static int size;

  static {
    size = 10;
  }

  public static synchronized int size() {
    return size;
  }
}
