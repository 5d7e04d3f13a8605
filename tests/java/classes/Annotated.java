// Annotations, by their simple names.

@interface AtomicSet {
  String value();
}

@interface GuardedBy {
  String value();
}

@interface ThreadSafe {
}

@interface NotThreadSafe {
}

@interface Immutable {
}

@interface VisibleForTesting {
}

// Two atomic sets: a and b belong together, and c and d.  No pair of one from each is
// asked about: without the annotations (a,c) would be inconsistent, too.
//: class TwoSets
//: violates 11:a,b
//: safe-on c d
//: set a b
//: set c d
//: unit set    [ W a W b W c W d ]
//: unit left   [ R a ] [ R b R c ]
//: unit right  [ R c R d ]
class TwoSets {
  @AtomicSet("left") private int a;
  @AtomicSet("left") private int b;
  @AtomicSet("right") private int c;
  @AtomicSet("right") private int d;

  public synchronized void set(int v) {
    a = v;
    b = v;
    c = v;
    d = v;
  }

  public int left() {
    int x;
    synchronized (this) {
      x = a;
    }
    synchronized (this) {
      return x + b - c;
    }
  }

  public synchronized int right() {
    return c + d;
  }
}

// What an annotation says about a lock is checked, not believed.
//: class Claims
//: violates race:n
//: unit inc   lock< R n W n >
//: unit peek  R n
class Claims {
  private final Object lock = new Object();
  @GuardedBy("lock") private int n;

  public void inc() {
    synchronized (lock) {
      n++;
    }
  }

  public int peek() {
    return n; // NOTE any
  }
}

// Not part of the interface: no entry.
//: class Tested
//: safe
//: unit inc  [ R n W n ]
class Tested {
  private int n;

  public synchronized void inc() {
    n++;
  }

  @VisibleForTesting public int peek() {
    return n;
  }
}
