// What library code does to objects of the program without being asked by name: it compares
// keys, copies objects, and accesses fields whose names it is given.
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;

// ---- Keys. ----

final class Place {
  private int row;

  synchronized void move(int row) {
    this.row = row;
  }

  @Override public int hashCode() {
    return row;
  }

  @Override public boolean equals(Object other) {
    return other instanceof Place;
  }
}

// The map asks its key for hashCode, which takes no lock.
//: class KeyMoves
//: violates race:at.row
class KeyMoves {
  private final Place at = new Place();
  private final Map<Place, String> names = new ConcurrentHashMap<>();

  public void move(int row) {
    at.move(row);
  }

  public String name() {
    return names.get(at);
  }
}

// A list does not ask what it is given.
//: class KeyInList
//: safe-on at.row
class KeyInList {
  private final Place at = new Place();
  private final List<Place> all = new ArrayList<>();

  public void move(int row) {
    at.move(row);
  }

  public synchronized void add() {
    all.add(at);
  }
}

// What is only known to be a collection is a set here.
//: class KeyInCollection
//: violates race:at.row
class KeyInCollection {
  private final Place at = new Place();
  private final Collection<Place> all;

  KeyInCollection(Collection<Place> all) {
    this.all = all;
  }

  public void move(int row) {
    at.move(row);
  }

  public synchronized void add() {
    all.add(at);
  }
}

// The object is a key itself.
//: class OwnKey
//: violates race:rank
class OwnKey implements Comparable<OwnKey> {
  private static final Map<OwnKey, String> ALL = new TreeMap<>();
  private int rank;

  public synchronized void rank(int r) {
    rank = r;
  }

  @Override public int compareTo(OwnKey other) {
    return rank - 1;
  }

  public void enter() {
    synchronized (ALL) {
      ALL.put(this, "");
    }
  }
}

// ---- Copies. ----

//: class Cloned
//: violates race:width race:height 11:width,height
class Cloned implements Cloneable {
  private int width, height;

  public synchronized void scale(int by) {
    width *= by;
    height *= by;
  }

  @Override public Object clone() throws CloneNotSupportedException {
    return super.clone();
  }
}

//: class ClonedLocked
//: safe
class ClonedLocked implements Cloneable {
  private int width, height;

  public synchronized void scale(int by) {
    width *= by;
    height *= by;
  }

  @Override public synchronized Object clone() throws CloneNotSupportedException {
    return super.clone();
  }
}

// ---- Fields by name. ----

// `hit' changes hits between the two reads of `twice'.
//: class Updated
//: violates 2:hits
class Updated {
  private static final AtomicIntegerFieldUpdater<Updated> HITS =
      AtomicIntegerFieldUpdater.newUpdater(Updated.class, "hits");
  private volatile int hits;

  public synchronized void reset() {
    hits = 0;
  }

  public synchronized int twice() {
    return hits + hits;
  }

  public void hit() {
    HITS.incrementAndGet(this);
  }
}

// Another class, Updated, looks up a field of that name: the Field may be for this one.
//: class NamedElsewhere
//: violates 1:hits 2:hits 4:hits race:hits
//: unit twice [ R hits W hits R hits R hits ]
//: unit hit ( R hits | W hits | . )
class NamedElsewhere {
  private int hits;

  public synchronized int twice() {
    hits++;
    return hits + hits;
  }

  public void hit(Field field) throws IllegalAccessException {
    field.setInt(this, 7);
  }
}

// No class looks up a field of that name.
//: class Reflected
//: note may miss
class Reflected {
  private int strokes;

  public synchronized int twice() {
    strokes++;
    return strokes + strokes;
  }

  public void hit(Field field) throws IllegalAccessException {
    field.setInt(this, 7); // NOTE may miss
  }
}

// ---- What is given to constructors. ----

// The reference is atomic; the list that it was given is not.
//: class HeldByReference
//: violates 1:all[] race:all[]
class HeldByReference {
  private final AtomicReference<List<String>> all = new AtomicReference<>(new ArrayList<>());

  public void add(String s) {
    all.get().add(s);
  }
}

// Two threads can make objects at the same time: they share the static.
//: class CountedInConstructor
//: violates 1:made race:made
//: unit new   R made W made
//: unit made  R made
class CountedInConstructor {
  private static int made;

  public CountedInConstructor() {
    made++;
  }

  public static int made() {
    return made;
  }
}
