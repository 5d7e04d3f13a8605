// What library code does to contents, in which pieces.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

// Text that is made of an atomic or a concurrent collection reads it in one piece.
//: class Statistics
//: safe
//: unit hit   hits< R hits[] W hits[] >
//: unit put   names< W names[] >
//: unit text  hits< R hits[] > names< R names[] >
class Statistics {
  private final AtomicLong hits = new AtomicLong();
  private final Map<String, String> names = new ConcurrentHashMap<>();

  public void hit() {
    hits.incrementAndGet();
  }

  public void put(String key, String name) {
    names.put(key, name);
  }

  public String text() {
    return new StringBuilder().append(hits).append(names).toString();
  }
}

// Text that is made of a plain map reads it, without a lock.
//: class PlainStatistics
//: violates race:names[]
class PlainStatistics {
  private final Map<String, String> names = new HashMap<>();

  public synchronized void put(String key, String name) {
    names.put(key, name);
  }

  public String text() {
    return new StringBuilder().append(names).toString();
  }
}

// Something that is no collection has no contents, whatever it is given to.
//: class NoContents
//: safe
//: unit set   [ W when ]
//: unit text  [ R when ]
class NoContents {
  private Object when;
  private final Object lock = new Object();

  public synchronized void set(Object when) {
    this.when = when;
  }

  public synchronized String text() {
    return lock.toString() + String.valueOf(when);
  }
}

// A copy of a concurrent map is made piece by piece: no race, but not one moment's.
//: class Copied
//: violates 2:map[]
//: unit put   map< W map[] >
//: unit copy  map< R map[] > ( map< R map[] > )*
class Copied {
  private final Map<String, String> map = new ConcurrentHashMap<>();

  public void put(String key, String value) {
    map.put(key, value);
  }

  public Map<String, String> copy() {
    return new HashMap<>(map);
  }
}

// An array list that copies on writing is read in one piece.
//: class CopiedOnWrite
//: safe
//: unit add   list< R list[] W list[] >
//: unit copy  list< R list[] >
class CopiedOnWrite {
  private final List<String> list = new CopyOnWriteArrayList<>();

  public void add(String s) {
    list.add(s);
  }

  public List<String> copy() {
    return new ArrayList<>(list);
  }
}

// forEach goes from element to element; each is read in one piece.
//: class ForEach
//: violates 2:map[]
//: unit put  map< W map[] >
//: unit sum  map< R map[] > ( map< R map[] > )*
class ForEach {
  private final Map<String, Integer> map = new ConcurrentHashMap<>();

  public void put(String key, Integer value) {
    map.put(key, value);
  }

  public int sum() {
    int[] n = new int[1];
    map.forEach((k, v) -> n[0] += v);
    return n[0];
  }
}

// A field that is no final one, and in which there is never another kind of map.
//: class Replaced
//: violates race:map
//: safe-on map[]
class Replaced {
  private Map<String, String> map = new ConcurrentHashMap<>();

  public void put(String key, String value) {
    map.put(key, value);
  }

  public String get(String key) {
    return map.get(key);
  }

  public void clear() {
    map = new ConcurrentHashMap<>();
  }
}

//: class ReplacedByAnything
//: violates race:map[]
class ReplacedByAnything {
  private Map<String, String> map = new ConcurrentHashMap<>();

  public void put(String key, String value) {
    map.put(key, value);
  }

  public String get(String key) {
    return map.get(key);
  }

  public synchronized void set(Map<String, String> map) {
    this.map = map;
  }
}

// What `put' returns is looked at: then it reads, too.
//: class PutAndLook
//: traces
//: unit put  map< R map[] W map[] >
//: unit get  map< R map[] >
class PutAndLook {
  private final Map<String, String> map = new ConcurrentHashMap<>();

  public boolean put(String key, String value) {
    return map.put(key, value) == null;
  }

  public String get(String key) {
    return map.get(key);
  }
}

// Who holds the lock knows it.
//: class HoldsLock
//: safe
//: unit inc  [ R n W n ]
//: unit get  [ R n ]
//: unit bump .
class HoldsLock {
  private int n;

  public synchronized void inc() {
    bump();
  }

  public void bump() {
    if (!Thread.holdsLock(this))
      throw new IllegalStateException();
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

//: class HoldsAnother
//: violates race:n
class HoldsAnother {
  private final Object other = new Object();
  private int n;

  public void inc() {
    synchronized (other) {
      bump();
    }
  }

  private void bump() {
    if (!Thread.holdsLock(other))
      throw new IllegalStateException();
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

//: class IsHeld
//: safe
//: unit inc  lock< R n W n >
//: unit get  lock< R n >
//: unit bump .
class IsHeld {
  private final ReentrantLock lock = new ReentrantLock();
  private int n;

  public void inc() {
    lock.lock();
    try {
      bump();
    } finally {
      lock.unlock();
    }
  }

  public void bump() {
    if (!lock.isHeldByCurrentThread())
      throw new IllegalStateException();
    n++;
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

// An entry of a concurrent map is read in pieces, too.
//: class EntryReader
//: violates 2:sizes[]
//: unit put  sizes< W sizes[] >
//: unit sum  sizes< R sizes[] > ( sizes< R sizes[] > )*
class EntryReader {
  private final ConcurrentHashMap<String, Integer> sizes = new ConcurrentHashMap<>();

  public void put(String name) {
    sizes.put(name, 1);
  }

  public int sum() {
    int sum = 0;
    for (Map.Entry<String, Integer> entry : sizes.entrySet())
      sum += entry.getValue();
    return sum;
  }
}

//: class PlainEntryReader
//: violates race:sizes[]
class PlainEntryReader {
  private final Map<String, Integer> sizes = new HashMap<>();

  public synchronized void put(String name) {
    sizes.put(name, 1);
  }

  public int sum() {
    int sum = 0;
    for (Map.Entry<String, Integer> entry : sizes.entrySet())
      sum += entry.getValue();
    return sum;
  }
}

// Who gets an atomic out of an array races with nobody who changes the atomic ...
//: class AtomicCells
//: violates 2:cells[]
//: unit hit  cells< R cells[] > cells< R cells[] W cells[] >
//: unit get  cells< R cells[] > cells< R cells[] >
class AtomicCells {
  private final AtomicLong[] cells = { new AtomicLong(), new AtomicLong() };

  public void hit(int i) {
    cells[i].incrementAndGet();
  }

  public long get(int i) {
    return cells[i].get();
  }
}

// ... but with whoever puts another one there.
//: class ReplacedCells
//: violates race:cells[]
class ReplacedCells {
  private final AtomicLong[] cells = { new AtomicLong(), new AtomicLong() };

  public void clear(int i) {
    cells[i] = new AtomicLong();
  }

  public long get(int i) {
    return cells[i].get();
  }
}

// A Vector locks itself, whichever one the field holds.
//: class ReplacedVector
//: violates race:names
//: safe-on names[]
class ReplacedVector {
  private java.util.Vector<String> names = new java.util.Vector<>();

  public void add(String name) {
    names.addElement(name);
  }

  public int size() {
    return names.size();
  }

  public void forget() {
    names = new java.util.Vector<>();
  }
}
