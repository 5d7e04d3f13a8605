// Accesses that no instruction names.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

// An updater writes n without the lock: two reads under the lock can differ.
//: class Raised
//: violates 2:n
//: volatile n
//: unit set [ W n ]
//: unit twice [ R n R n ]
//: unit up ( R n | W n | . )
class Raised {
  private static final AtomicIntegerFieldUpdater<Raised> N
      = AtomicIntegerFieldUpdater.newUpdater(Raised.class, "n");
  private volatile int n;

  public synchronized void set(int x) {
    n = x;
  }

  public synchronized int twice() {
    return n + n;
  }

  public void up() {
    N.incrementAndGet(this);
  }
}

// With the lock around it they cannot.
//: class RaisedFixed
//: safe
class RaisedFixed {
  private static final AtomicIntegerFieldUpdater<RaisedFixed> N
      = AtomicIntegerFieldUpdater.newUpdater(RaisedFixed.class, "n");
  private volatile int n;

  public synchronized int twice() {
    return n + n;
  }

  public synchronized void up() {
    N.incrementAndGet(this);
  }
}

// No instruction writes n at all.
//: class ByReflection
//: violates 2:n race:n
class ByReflection {
  private int n;

  public synchronized int twice() {
    return n + n;
  }

  public void up() throws Exception {
    ByReflection.class.getDeclaredField("n").setInt(this, 3);
  }
}


// A part of the object, stored in a field of itself: what is read from there is that part.
//: class Looped
//: violates race:n
class Looped {
  private static class Node {
    private int n;
    private Node next;

    synchronized void step() {
      n++;
    }
  }

  private final Node node = new Node();

  public synchronized void close() {
    node.next = node;
  }

  public void step() {
    node.step();
  }

  public void bump() {
    Node next;
    synchronized (this) {
      next = node.next;
    }
    if (next != null)
      next.n = 1;
  }
}
