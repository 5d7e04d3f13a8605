/* Ranks.java -- classes whose findings have every rank; ranks.sh says which, and why. */
import java.util.*;

class Accounts {
  private int left, right;
  private final Object a = new Object(), b = new Object();
  public void ab() { synchronized (a) { synchronized (b) { left++; } } }
  public void ba() { synchronized (b) { synchronized (a) { right++; } } }
}

class Half {
  private Map<String, String> names = new HashMap<>();
  private int size, level, shown;
  public synchronized void put(String k, String v) { names.put(k, v); size++; }
  public synchronized void drop(String k) { names.remove(k); size--; }
  public synchronized boolean contains(String k) { return names.get(k) != null && size > 0; }
  public String find(String k) { return names.get(k); }
  public int getSize() { return size; }
  public void setLevel(int l) { level = l; }
  public synchronized boolean low() { return level < 3; }
  public int getLevel() { return level; }
  public String toString() { return "Half " + size; }
  public synchronized void show() { shown++; }
  public int getShownCount() { return shown; }
}

class Cut {
  private int count, sum;
  private synchronized int count() { return count; }
  private synchronized void count(int n) { count = n; }
  public void add(int n) { count(count() + n); }
  public synchronized void reset() { count = 0; sum = 0; }
  public synchronized void sum(int n) { sum += n; count++; }
  public int[] both() { int n = count(); synchronized (this) { return new int[] { n, sum }; } }
}

class Rest {
  private boolean ready;
  private int number;
  private synchronized boolean ready() { return ready; }
  public synchronized void prepare() { ready = !ready; }
  public boolean twice() { return ready() && ready(); }
  public void start() { number = 1; }
  public synchronized void stopped() { number = 2; }
  public void close() { ready = false; }
  public void shutdown() { ready = false; }
}

class Free {
  private volatile boolean on;
  private int n;
  public void up() { n++; }
  public void down() { if (on) n--; }
  public void turn() { on = !on; }
}

class Chain {
  private int length;
  public synchronized void grow() { length++; }
  public Iterator<Integer> iterator() { return new ChainItr(); }
  private class ChainItr implements Iterator<Integer> {
    private int at;
    public boolean hasNext() { return at < length; }
    public Integer next() { return at++; }
  }
}

class Wrapper implements Runner {
  private Runner inner;
  Wrapper(Runner r) { inner = r; }
  public void wrap(Runner r) { inner = r; }
  public synchronized void go() { inner.go(); }
}

interface Runner { void go(); }

class Shown {
  private int a, b;
  public synchronized void next() { a++; b++; }
  public String toString() { return a + " " + b; }
}

class Hashed {
  private int key;
  public synchronized void rename(int k) { key = k; }
  public int hashCode() { return key; }
}

class Closed {
  private boolean open = true;
  private int uses;
  public synchronized void use() { uses++; }
  public void close() { if (open) open = false; }
  public void dispose() { if (open) open = false; }
}

class Configured {
  private String url;
  private int port, calls;
  public void init() { url = "x"; port = 80; }
  public synchronized String call() { calls++; return url + port; }
}

class Peer {
  private int n;
  private Peer peer;
  public synchronized void join(Peer p) { peer = p; }
  public synchronized void move(Peer to) { n--; to.take(); }
  public synchronized void take() { n++; }
}

class Shared {
  private final java.util.concurrent.locks.ReentrantReadWriteLock lock = new java.util.concurrent.locks.ReentrantReadWriteLock();
  private int looked;
  public int look() { lock.readLock().lock(); try { return looked++; } finally { lock.readLock().unlock(); } }
  public void clear() { lock.writeLock().lock(); try { looked = 0; } finally { lock.writeLock().unlock(); } }
}

class Pairs {
  private int low, high;
  private synchronized void low(int n) { low = n; }
  private synchronized void high(int n) { high = n; }
  public void range(int l, int h) { low(l); high(h); }
  public synchronized int width() { return high - low; }
}

class Listed {
  private final List<String> list = new ArrayList<>();
  public synchronized void add(String s) { list.add(s); }
  public synchronized boolean contains(String s) { return list.contains(s); }
  public synchronized String first() { return list.get(0); }
  public Iterator<String> iterator() { return list.iterator(); }
}

class Tested {
  private int[] task;
  public synchronized void assign(int[] t) { task = t; }
  public synchronized void forget() { task = null; }
  public synchronized boolean busy() { return task != null; }
  public int use() { return task == null ? 0 : task.length; }
}

// Whoever has set the flag under the lock is alone with the list from then on.
class Flagged {
  private final java.util.ArrayList<Runnable> waiting = new java.util.ArrayList<>();
  private boolean done;
  public synchronized void add(Runnable r) { if (!done) waiting.add(r); }
  public synchronized void remove(Runnable r) { if (!done) waiting.remove(r); }
  public void finish() {
    synchronized (this) {
      if (done) return;
      done = true;
    }
    for (Runnable r : waiting) r.run();
  }
}

// What is written does not depend on what was read.
class Cleared {
  private int n;
  public synchronized void add() { n++; }
  public synchronized void drop() { n--; }
  public void clear() {
    if (n > 0)
      synchronized (this) { n = 0; }
  }
}

class Steps {
  private int left, right;
  public synchronized void move() { left++; right--; }
  public synchronized int left() { return left; }
  public synchronized int right() { return right; }
}

class Walker {
  public int walk(Steps steps) { return steps.left() + steps.right(); }
}

// A look whether it is there, and then it is used: without the lock under which it becomes null.
class Ended {
  private Object pool = new Object();
  public synchronized void close() { pool = null; }
  public synchronized boolean isOpen() { return pool != null; }
  public String evict() { return pool != null ? pool.toString() : ""; }
}

// The same, and nobody locks it anywhere but once: it is meant to be one thread's.
class Loose {
  private Object token = new Object();
  public synchronized void lock() { token = new Object(); }
  public void next() { token = null; }
  public void again() { token = new Object(); }
  public String parse() { return token != null ? token.toString() : ""; }
}

// Two looks at a volatile field are meant.
class Looked {
  private volatile Object now = new Object();
  public synchronized void renew(Object to) { now = to; }
  public synchronized Object first() { return now; }
  public synchronized Object second() { return now; }
  public boolean differs() { return now != now; }
}

// An element of an array is an old one, an entry of a map may be lost.
class Cells {
  private final int[] cells = new int[8];
  public synchronized void put(int at) { cells[at] = at; }
  public synchronized int sum() { return cells[0] + cells[1]; }
  public int find(int at) { return cells[at]; }
}

// Lines are joined to themselves only by who means no harm.
class Joined {
  private int lines;
  public synchronized void add() { lines++; }
  private synchronized int lines() { return lines; }
  private synchronized void lines(int n) { lines = n; }
  public void join(Joined other) { if (other != null) { int n = other.lines(); lines(n + lines()); } }
}

// Who calls mark() may hold the lock.
class Marked {
  private int marks;
  public synchronized void on() { marks++; }
  public synchronized void off() { marks--; }
  public synchronized int marks() { return marks; }
  void mark() { marks = marks + 2; }
}

class Marker {
  private Marked kept;
  public void keep(Marked it) { kept = it; }
  public void mark() { if (kept != null) kept.mark(); }
}
