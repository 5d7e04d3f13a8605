// Things that are made when they are needed.

// Not synchronized at all.
//: class LazyOpen
//: violates 1:helper 2:helper race:helper
//: unit get  R helper ( . | W helper ) R helper
class LazyOpen {
  private Object helper;

  public Object get() {
    if (helper == null)
      helper = new Object();
    return helper;
  }
}

// Double-checked locking without volatile: the read outside is a race.
//: class LazyTwice
//: violates race:helper 1:helper 2:helper
//: unit get  R helper ( . | [ R helper ( . | W helper ) ] ) R helper
class LazyTwice {
  private Object helper;

  public Object get() {
    if (helper == null)
      synchronized (this) {
        if (helper == null)
          helper = new Object();
      }
    return helper;
  }
}

// With volatile: no race.  It is right since the second look decides; a model has no
// data, so the patterns still fit.
//: class LazyVolatile
//: violates 1:helper 2:helper
//: volatile helper
//: unit get  R helper ( . | [ R helper ( . | W helper ) ] ) R helper
class LazyVolatile {
  private volatile Object helper;

  public Object get() {
    if (helper == null)
      synchronized (this) {
        if (helper == null)
          helper = new Object();
      }
    return helper;
  }
}

// The holder of a static: initialisers run before anybody sees the class.
//: class LazyHolder
//: nothing
class LazyHolder {
  private LazyHolder() {
  }

  private static class Holder {
    static final Object INSTANCE = new Object();
  }

  public static Object get() {
    return Holder.INSTANCE;
  }
}

//: class LazyFixed
//: safe
//: unit get  [ R helper ( . | W helper ) R helper ]
class LazyFixed {
  private Object helper;

  public synchronized Object get() {
    if (helper == null)
      helper = new Object();
    return helper;
  }
}
