// Objects behind the object: nodes, paths of final fields, what is still private.

// A linked list.  A new node is private until it is stored, so filling it is nothing.
//: class Links
//: violates 1:head 2:head race:head
//: unit push  R head W head
//: unit pop   [ R head ( . | R head R Node.next W head R Node.value ) ]
class Links {
  private Node head;

  static class Node {
    int value;
    Node next;
  }

  public void push(int v) {
    Node n = new Node();
    n.value = v;
    n.next = head;
    head = n;
  }

  public synchronized int pop() {
    if (head == null)
      return -1;
    Node n = head;
    head = n.next;
    return n.value;
  }
}

//: class LinksFixed
//: safe
//: unit push  [ R head W head ]
//: unit pop   [ R head ( . | R head R Node.next W head R Node.value ) ]
class LinksFixed {
  private Node head;

  static class Node {
    int value;
    Node next;
  }

  public synchronized void push(int v) {
    Node n = new Node();
    n.value = v;
    n.next = head;
    head = n;
  }

  public synchronized int pop() {
    if (head == null)
      return -1;
    Node n = head;
    head = n.next;
    return n.value;
  }
}

// Nodes that are changed after they were stored: all nodes are one location.
//: class Chain
//: violates 1:Node.next 2:Node.next race:Node.next
//: unit append  R Node.next ( R Node.next )* W Node.next
class Chain {
  private final Node first = new Node();

  static class Node {
    Node next;
  }

  public void append() {
    Node n = first;
    while (n.next != null)
      n = n.next;
    n.next = new Node();
  }
}

// Objects in final fields have locations, and monitors, of their own: hits.n, misses.n.
//: class Ratio
//: violates 11:hits.n,misses.n
//: unit both   hits< R hits.n W hits.n > misses< R misses.n W misses.n >
//: unit ratio  hits< R hits.n > misses< R misses.n >
class Ratio {
  private final Meter hits = new Meter();
  private final Meter misses = new Meter();

  static class Meter {
    private int n;

    synchronized void inc() {
      n++;
    }

    synchronized int get() {
      return n;
    }
  }

  public void both() {
    hits.inc();
    misses.inc();
  }

  public int ratio() {
    return hits.get() - misses.get();
  }
}

//: class RatioFixed
//: safe
//: unit both   [ hits< R hits.n W hits.n > misses< R misses.n W misses.n > ]
//: unit ratio  [ hits< R hits.n > misses< R misses.n > ]
class RatioFixed {
  private final Meter hits = new Meter();
  private final Meter misses = new Meter();

  static class Meter {
    private int n;

    synchronized void inc() {
      n++;
    }

    synchronized int get() {
      return n;
    }
  }

  public synchronized void both() {
    hits.inc();
    misses.inc();
  }

  public synchronized int ratio() {
    return hits.get() - misses.get();
  }
}

// Two fields deep a path is still known, and so is the monitor at its end.
//: class Deep
//: safe
//: unit inc  middle.leaf< R middle.leaf.n W middle.leaf.n >
//: unit get  middle.leaf< R middle.leaf.n >
class Deep {
  private final Middle middle = new Middle();

  static class Middle {
    final Leaf leaf = new Leaf();
  }

  static class Leaf {
    int n;
  }

  public void inc() {
    synchronized (middle.leaf) {
      middle.leaf.n++;
    }
  }

  public int get() {
    synchronized (middle.leaf) {
      return middle.leaf.n;
    }
  }
}

// Three fields deep it is not: the leaves merge, and their monitors are left out.
//: class TooDeep
//: violates 1:Leaf.n
//: note adds executions
class TooDeep {
  private final Top top = new Top();

  static class Top {
    final Middle middle = new Middle();
  }

  static class Middle {
    final Leaf leaf = new Leaf();
  }

  static class Leaf {
    int n;
  }

  public void inc() {
    synchronized (top.middle.leaf) { // NOTE adds executions
      top.middle.leaf.n++;
    }
  }
}

// A field that is written by constructors only is effectively final, final or not.
//: class Effectively
//: safe
//: unit inc  lock< R n W n >
class Effectively {
  private Object lock;
  private int limit;
  private int n;

  Effectively(int limit) {
    this.lock = new Object();
    this.limit = limit;
  }

  public void inc() {
    synchronized (lock) {
      if (n < limit)
        n++;
    }
  }
}

// Strings, boxes and thread locals have nothing in them that is shared.
//: class Nothing
//: nothing
class Nothing {
  private final String name = "x";
  private final Integer size = 3;
  private final ThreadLocal<int[]> scratch = ThreadLocal.withInitial(() -> new int[4]);

  public synchronized int use(int i) {
    int[] s = scratch.get();
    s[0] = i;
    return name.length() + size + s[0];
  }
}

// Made in a constructor and stored in a thing that others run: this escapes.  What the
// constructor does afterwards, others may see.
//: class Escapes
//: note may miss
class Escapes {
  private int n;
  private int early = 1;

  Escapes(java.util.List<Runnable> all) {
    all.add(() -> inc()); // NOTE may miss
    n = 7;
  }

  public synchronized void early() {
    early++;
  }

  private void inc() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// The same at the end of the constructor: nothing is left to be seen.
//: class EscapesLast
//: violates race:n
class EscapesLast {
  private int n;

  EscapesLast(java.util.List<Runnable> all) {
    n = 7;
    all.add(() -> inc());
  }

  private void inc() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// A method that the constructor calls starts a thread, which sees what comes after that.
//: class StartsEarly
//: note may miss
class StartsEarly implements Runnable {
  private int late;

  StartsEarly() {
    begin();
    late = 7;
  }

  private void begin() {
    new Thread(this).start(); // NOTE may miss
  }

  public synchronized void run() {
    late++;
  }
}

// The JDK's objects only keep what they are made with.
//: class KeptByLibrary
//: safe
class KeptByLibrary {
  private final java.beans.PropertyChangeSupport support
      = new java.beans.PropertyChangeSupport(this);
  private final int code = System.identityHashCode(this);
  private int n = 7;

  public synchronized void inc() {
    n += code;
    support.firePropertyChange("n", n - code, n);
  }
}
