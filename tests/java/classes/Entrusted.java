// What library objects are given: comparators, what an Optional holds, tasks behind references;
// and methods that the library calls by their names.
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

// ---- Serialization. ----

// writeObject is private, and whoever serialises the object calls it, without a lock.
//: class Stamped
//: violates 1:writes race:writes
//: unit touch         [ R writes W writes ]
//: unit writeObject   R writes W writes
class Stamped implements Serializable {
  private int writes;

  public synchronized void touch() {
    writes++;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    writes++;
  }
}

// The same method in a class that nobody can serialise is called by nobody.
//: class StampedPlain
//: safe
//: unit touch  [ R writes W writes ]
class StampedPlain {
  private int writes;

  public synchronized void touch() {
    writes++;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    writes++;
  }
}

// defaultWriteObject reads what is not transient.
//: class WrittenOut
//: violates race:n
//: unit step          [ R n W n R cached W cached ]
//: unit writeObject   R n
class WrittenOut implements Serializable {
  private int n;
  private transient int cached;

  public synchronized void step() {
    n++;
    cached++;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
  }
}

//: class WrittenOutLocked
//: safe
//: unit step          [ R n W n R n W n ]
//: unit writeObject   [ R n ]
class WrittenOutLocked implements Serializable {
  private int n;

  public synchronized void step() {
    n++;
    n++;
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
  }
}

// ---- Comparators. ----

// The map runs its comparator while it is used: here with the wrong lock.
//: class Sorted
//: violates 3:compared race:compared
//: unit put       map< ( R compared W compared )* W map[] >
//: unit compared  [ R compared ]
class Sorted {
  private final TreeMap<Object, Object> map = new TreeMap<>(this::compare);
  private int compared;

  private int compare(Object a, Object b) {
    compared++;
    return a.hashCode() - b.hashCode();
  }

  public void put(Object key) {
    synchronized (map) {
      map.put(key, key);
    }
  }

  public synchronized int compared() {
    return compared;
  }
}

//: class SortedLocked
//: safe
class SortedLocked {
  private final PriorityQueue<String> queue;
  private int compared;

  SortedLocked() {
    queue = new PriorityQueue<>(8, new Comparator<String>() {
      @Override public int compare(String a, String b) {
        compared++;
        return a.length() - b.length();
      }
    });
  }

  public synchronized void put(String s) {
    queue.offer(s);
  }

  public synchronized int compared() {
    return compared;
  }
}

// ---- Optional: it never changes, what it holds does. ----

//: class Boxed
//: violates 1:box[] 2:box[] race:box[]
//: unit bump  R box[] R box[] W box[]
//: unit get   [ R box[] R box[] ]
class Boxed {
  private final Optional<int[]> box = Optional.of(new int[1]);

  public void bump() {
    box.get()[0]++;
  }

  public synchronized int get() {
    return box.get()[0];
  }
}

//: class BoxedText
//: safe
class BoxedText {
  private final Optional<String> name;
  private int n;

  BoxedText(String name) {
    this.name = Optional.ofNullable(name);
  }

  public String name() {
    return name.orElse("?");
  }

  public synchronized void step() {
    n++;
  }
}

// ---- Out of sight. ----

// What a local list or array holds is not followed: the array is handed out.
//: class InLocalList
//: violates race:cells[]
//: note may miss
class InLocalList {
  private final int[] cells = new int[1];

  public void bump() {
    List<int[]> all = new ArrayList<>();
    all.add(cells); // NOTE may miss
    all.get(0)[0]++;
  }

  public synchronized void clear() {
    cells[0] = 0;
  }

  public synchronized int get() {
    return cells[0];
  }
}

//: class InLocalArray
//: safe
//: note may miss
class InLocalArray {
  private final int[] cells = new int[1];

  public void bump() {
    int[][] all = { cells }; // NOTE may miss
    all[0][0]++;
  }

  public synchronized void clear() {
    cells[0] = 0;
  }

  public synchronized int get() {
    return cells[0];
  }
}

// A task behind a reference: whoever has that can run it.
interface LaterTasks {
  void run(WeakReference<Runnable> task);
}

//: class Later
//: violates race:ticks
//: note may miss
class Later {
  private final LaterTasks tasks;
  private int ticks;

  Later(LaterTasks tasks) {
    this.tasks = tasks;
  }

  private class Tick implements Runnable {
    @Override public void run() {
      ticks++;
    }
  }

  public void begin() {
    tasks.run(new WeakReference<>(new Tick()));
  }

  public synchronized int ticks() {
    return ticks;
  }
}

// A lambda gives the array to the library: every thread has the same one.
//: class OneForAll
//: safe
//: note may miss
class OneForAll {
  private final int[] cells = new int[1];
  private final ThreadLocal<int[]> mine = ThreadLocal.withInitial(() -> cells); // NOTE may miss

  public void bump() {
    mine.get()[0]++;
  }

  public synchronized void clear() {
    cells[0] = 0;
  }
}
