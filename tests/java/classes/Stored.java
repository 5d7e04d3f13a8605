// The object itself, or a lambda that works on it, is stored in a field that changes, in an array,
// in a collection or in another object: whoever reads it there reaches the object.  Found by
// tests/java/jvm.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

//: class StoredLambda
//: violates race:n
class StoredLambda {
  private Runnable task;
  private int n;

  public synchronized void set() {
    task = () -> n++;
  }

  public void go() {
    task.run();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredLambdaLocked
//: safe-on n
class StoredLambdaLocked {
  private Runnable task;
  private int n;

  public synchronized void set() {
    task = () -> n++;
  }

  public synchronized void go() {
    task.run();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredInNode
//: violates race:n
class StoredInNode {
  static class Node {
    final StoredInNode owner;

    Node(StoredInNode owner) {
      this.owner = owner;
    }

    void poke() {
      owner.n++;
    }
  }

  private Node head;
  private int n;

  public synchronized void set() {
    head = new Node(this);
  }

  public void go() {
    head.poke();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredInHelper
//: violates race:n
class StoredInHelper {
  static class Helper {
    StoredInHelper back;

    void poke() {
      back.n++;
    }
  }

  private final Helper helper = new Helper();
  private int n;

  public synchronized void set() {
    helper.back = this;
  }

  public void go() {
    helper.poke();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredInList
//: violates race:n
class StoredInList {
  private final List<StoredInList> all = new ArrayList<>();
  private int n;

  public synchronized void set() {
    all.add(this);
  }

  public void go() {
    for (StoredInList one : all)
      one.n++;
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredForEach
//: violates race:n
class StoredForEach {
  private final List<StoredForEach> all = new ArrayList<>();
  private int n;

  public synchronized void set() {
    all.add(this);
  }

  public void go() {
    all.forEach(one -> one.n++);
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredLambdas
//: violates race:n
class StoredLambdas {
  private final List<Runnable> tasks = new ArrayList<>();
  private int n;

  public synchronized void set() {
    tasks.add(() -> n++);
  }

  public void go() {
    for (Runnable task : tasks)
      task.run();
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredInArray
//: violates race:n
class StoredInArray {
  private final StoredInArray[] all = new StoredInArray[1];
  private int n;

  public synchronized void set() {
    all[0] = this;
  }

  public void go() {
    all[0].n++;
  }

  public synchronized int get() {
    return n;
  }
}

//: class StoredInStatic
//: violates race:n
class StoredInStatic {
  private static StoredInStatic last;
  private int n;

  public synchronized void set() {
    last = this;
  }

  public static void go() {
    last.n++;
  }

  public synchronized int get() {
    return n;
  }
}

class Elsewhere {
  StoredElsewhere back;

  void poke() {
    back.n++;
  }
}

// Of an object that clients give, nothing is known: what it does with ours is a gap.
//: class StoredElsewhere
//: note may miss
class StoredElsewhere {
  int n;

  public synchronized void set(Elsewhere other) {
    other.back = this;
  }

  public void go(Elsewhere other) {
    other.poke();
  }

  public synchronized void reset() {
    n = 0;
  }

  public synchronized int get() {
    return n;
  }
}

// Two locks that all objects share: another object, under its own monitor, takes them in the
// other order.
//: class StaticLocks
//: violates deadlock
class StaticLocks {
  private static final Object LOCK = new Object();
  private int n;

  public synchronized void up() {
    synchronized (StaticLocks.class) {
      synchronized (LOCK) {
        n++;
      }
    }
  }

  public synchronized void down() {
    synchronized (LOCK) {
      synchronized (StaticLocks.class) {
        n--;
      }
    }
  }
}

//: class StaticLocksInOrder
//: safe
class StaticLocksInOrder {
  private static final Object LOCK = new Object();
  private int n;

  public synchronized void up() {
    synchronized (StaticLocksInOrder.class) {
      synchronized (LOCK) {
        n++;
      }
    }
  }

  public synchronized void down() {
    synchronized (StaticLocksInOrder.class) {
      synchronized (LOCK) {
        n--;
      }
    }
  }
}

// The lambda of another object does to the static what that of this one does.
//: class LambdaOfAnother
//: violates race:calls
class LambdaOfAnother {
  private static int calls;
  private final Runnable task = () -> calls++;

  public synchronized void go() {
    task.run();
  }
}

// ---- What the ledger sees: accesses that are in no model. ----

// The collection never changes, what is in it does: who reads the field has all of it.
class RackUser {
  private final Map<String, Rack> all = new HashMap<>();

  public void put(String key) {
    all.get(key).items.add(key);
  }
}

//: class Rack
//: safe
//: note may miss
//: unit add   [ R items[] W items[] ]
//: unit size  [ R items[] ]
class Rack {
  final List<Object> items = new ArrayList<>();

  public synchronized void add(Object o) {
    items.add(o);
  }

  public synchronized int size() {
    return items.size();
  }
}

class DirectUser {
  private final Direct direct = new Direct();

  public void use() {
    direct.n++;
  }
}

// Another class accesses the field without a lock.
//: class Direct
//: note may miss
class Direct {
  int n;

  public synchronized void inc() {
    n++;
  }
}

// The copy is made while others use the object.
//: class CopyMade
//: violates race:n
class CopyMade {
  private int n;

  CopyMade() {
  }

  CopyMade(CopyMade other) {
    n = other.n;
  }

  public synchronized void inc() {
    n++;
  }
}

//: class CopyUnderLock
//: safe-on n
class CopyUnderLock {
  private int n;

  CopyUnderLock() {
  }

  CopyUnderLock(CopyUnderLock other) {
    synchronized (other) {
      n = other.n;
    }
  }

  public synchronized void inc() {
    n++;
  }
}
