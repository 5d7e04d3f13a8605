// Daily: classes as people write them, with what goes wrong in them.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BinaryOperator;
import java.util.function.Function;

// Bug: load() looks, computes without the lock, and stores: two threads load one key twice; hits is counted without a lock.
//: class Recent
//: violates 1:hits 1:entries[] race:hits
//: note may miss
class Recent<K, V> {
  private final int capacity;
  private final Map<K, V> entries;
  private int hits;
  private int misses;

  Recent(int capacity) {
    this.capacity = capacity;
    this.entries = new LinkedHashMap<K, V>(16, 0.75f, true) {
      @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > Recent.this.capacity;
      }
    };
  }

  public V load(K key, Function<K, V> loader) {
    V value;
    synchronized (entries) {
      value = entries.get(key);
    }
    if (value != null) {
      hits++;
      return value;
    }
    value = loader.apply(key);
    synchronized (entries) {
      entries.put(key, value);
      misses++;
    }
    return value;
  }

  public double ratio() {
    synchronized (entries) {
      return hits / (double) (hits + misses);
    }
  }

  public void clear() {
    synchronized (entries) {
      entries.clear();
      hits = 0;
      misses = 0;
    }
  }
}

// Correct: everything under the monitor, waits for tokens.
//: class Throttle
//: violates 3:tokens race:tokens
//: safe-on last
class Throttle {
  private final long capacity;
  private final long perSecond;
  private long tokens;
  private long last;

  Throttle(long capacity, long perSecond) {
    this.capacity = capacity;
    this.perSecond = perSecond;
    this.tokens = capacity;
    this.last = System.nanoTime();
  }

  private void refill() {
    long now = System.nanoTime();
    long fresh = (now - last) * perSecond / 1_000_000_000L;
    if (fresh > 0) {
      tokens = Math.min(capacity, tokens + fresh);
      last = now;
    }
  }

  public synchronized boolean tryAcquire() {
    refill();
    if (tokens == 0)
      return false;
    tokens--;
    return true;
  }

  public synchronized void acquire() throws InterruptedException {
    refill();
    while (tokens == 0) {
      wait(10);
      refill();
    }
    tokens--;
  }

  // Bug: no lock.
  public long available() {
    return tokens;
  }
}

// Topics and listeners.
//: class Topics
//: violates 2:listeners[] race:listeners[]
//: safe-on delivered
//: note may miss
class Topics {
  public interface Listener {
    void on(Object event);
  }

  private final Map<String, List<Listener>> listeners = new HashMap<>();
  private long delivered;

  public synchronized void subscribe(String topic, Listener listener) {
    listeners.computeIfAbsent(topic, t -> new ArrayList<>()).add(listener);
  }

  public synchronized void unsubscribe(String topic, Listener listener) {
    List<Listener> list = listeners.get(topic);
    if (list != null && list.remove(listener) && list.isEmpty())
      listeners.remove(topic);
  }

  // Bug: iterates over the list after the lock was released.
  public void publish(String topic, Object event) {
    List<Listener> list;
    synchronized (this) {
      list = listeners.get(topic);
    }
    if (list == null)
      return;
    for (Listener l : list)
      l.on(event);
    synchronized (this) {
      delivered++;
    }
  }

  public synchronized long delivered() {
    return delivered;
  }
}

// Correct.
//: class Ring64
//: safe
class Ring64<T> {
  private final Lock lock = new ReentrantLock();
  private final Condition notFull = lock.newCondition();
  private final Condition notEmpty = lock.newCondition();
  private final Object[] items = new Object[64];
  private int putAt, takeAt, count;

  public void put(T x) throws InterruptedException {
    lock.lock();
    try {
      while (count == items.length)
        notFull.await();
      items[putAt] = x;
      putAt = (putAt + 1) % items.length;
      count++;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("unchecked")
  public T take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0)
        notEmpty.await();
      T x = (T) items[takeAt];
      items[takeAt] = null;
      takeAt = (takeAt + 1) % items.length;
      count--;
      notFull.signal();
      return x;
    } finally {
      lock.unlock();
    }
  }

  public int size() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }
}

// A read-write lock.
//: class Services
//: violates 1:version 1:services[] race:version
class Services {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, Object> services = new HashMap<>();
  private int version;

  public Object lookup(String name) {
    lock.readLock().lock();
    try {
      return services.get(name);
    } finally {
      lock.readLock().unlock();
    }
  }

  public void register(String name, Object service) {
    lock.writeLock().lock();
    try {
      services.put(name, service);
      version++;
    } finally {
      lock.writeLock().unlock();
    }
  }

  // Bug: check and register are two sections.
  public boolean registerIfAbsent(String name, Object service) {
    if (lookup(name) != null)
      return false;
    register(name, service);
    return true;
  }

  // Bug: writes under the read lock.
  public void touch() {
    lock.readLock().lock();
    try {
      version++;
    } finally {
      lock.readLock().unlock();
    }
  }
}

// Correct: locks in the order of numbers. And a transfer that is not.
//: class TwoAccounts
//: violates 11:savings.balance,checking.balance deadlock
//: unit deposit   s< R savings.balance W savings.balance >
//: unit move      s< c< R savings.balance W savings.balance R checking.balance W checking.balance > >
//: unit moveBack  c< s< R checking.balance W checking.balance R savings.balance W savings.balance > >
//: unit total     s< R savings.balance > c< R checking.balance >
//: unit charge    [ R fees W fees ]
//: unit fees      [ R fees ]
class TwoAccounts {
  static final class Account {
    final int number;
    private long balance;

    Account(int number) {
      this.number = number;
    }
  }

  private final Account savings = new Account(1);
  private final Account checking = new Account(2);
  private long fees;

  public void deposit(long amount) {
    synchronized (savings) {
      savings.balance += amount;
    }
  }

  public void move(long amount) {
    synchronized (savings) {
      synchronized (checking) {
        savings.balance -= amount;
        checking.balance += amount;
      }
    }
  }

  // Bug: the other order.
  public void moveBack(long amount) {
    synchronized (checking) {
      synchronized (savings) {
        checking.balance -= amount;
        savings.balance += amount;
      }
    }
  }

  // Bug: reads both, one lock at a time.
  public long total() {
    long sum;
    synchronized (savings) {
      sum = savings.balance;
    }
    synchronized (checking) {
      sum += checking.balance;
    }
    return sum;
  }

  public synchronized void charge(long fee) {
    fees += fee;
  }

  public synchronized long fees() {
    return fees;
  }
}

// Copy on write, a counter, and a flag.
//: class Watchers
//: violates 1:observers[] 2:observers[]
//: note may miss
class Watchers {
  private final List<Runnable> observers = new CopyOnWriteArrayList<>();
  private final AtomicInteger fired = new AtomicInteger();
  private volatile boolean closed;

  public void add(Runnable r) {
    if (closed)
      throw new IllegalStateException("closed");
    observers.add(r);
  }

  public void fire() {
    for (Runnable r : observers)
      r.run();
    fired.incrementAndGet();
  }

  // Bug: check then act.
  public boolean addOnce(Runnable r) {
    if (observers.contains(r))
      return false;
    observers.add(r);
    return true;
  }

  public void close() {
    closed = true;
    observers.clear();
  }

  public int fired() {
    return fired.get();
  }
}

// Correct: the holder idiom; and a double check without volatile.
//: class Lazily
//: violates 1:other race:other
//: unit getOther  R other ( . | c< R other ( . | W other ) > ) R other
//: unit use       [ R uses W uses ]
class Lazily {
  private static final class Holder {
    static final Lazily INSTANCE = new Lazily();
  }

  private static Lazily other;
  private int uses;

  private Lazily() {
  }

  public static Lazily get() {
    return Holder.INSTANCE;
  }

  public static Lazily getOther() {
    if (other == null) {
      synchronized (Lazily.class) {
        if (other == null)
          other = new Lazily();
      }
    }
    return other;
  }

  public synchronized int use() {
    return ++uses;
  }
}

// Tasks of an executor.
//: class Jobs
//: violates race:finished
//: safe-on jobs[]
class Jobs {
  private final ExecutorService pool = Executors.newFixedThreadPool(4);
  private final Map<String, Future<?>> jobs = new HashMap<>();
  private int finished;

  // Bug: the task changes finished without the lock.
  public synchronized void schedule(String name, Runnable job) {
    jobs.put(name, pool.submit(() -> {
      job.run();
      finished++;
    }));
  }

  public synchronized boolean isDone(String name) {
    Future<?> f = jobs.get(name);
    return f == null || f.isDone();
  }

  public synchronized int finished() {
    return finished;
  }

  public void shutdown() {
    pool.shutdown();
    synchronized (this) {
      jobs.clear();
    }
  }
}

// Two locks for two fields.
//: class Couple
//: violates 9:first,second 11:first,second race:first race:second
//: unit set        g< W first W second >
//: unit get        [ R first R second ]
//: unit swapFirst  g< R first W first >
class Couple<A, B> {
  public static final class Pair<A, B> {
    public final A first;
    public final B second;

    public Pair(A first, B second) {
      this.first = first;
      this.second = second;
    }
  }

  private A first;
  private B second;
  private final Object guard = new Object();

  public void set(A a, B b) {
    synchronized (guard) {
      first = a;
      second = b;
    }
  }

  // Bug: locks this, not guard.
  public synchronized Pair<A, B> get() {
    return new Pair<>(first, second);
  }

  public void swapFirst(BinaryOperator<A> op, A with) {
    synchronized (guard) {
      first = op.apply(first, with);
    }
  }
}

// A concurrent map.
//: class Shelf
//: violates 1:stock[]
//: unit add             m< R stock[] W stock[] >
//: unit take            m< R stock[] > ( . | m< W stock[] > )
//: unit takeAtomically  m< R stock[] W stock[] >
//: unit count           m< R stock[] >
class Shelf {
  private final ConcurrentMap<String, Integer> stock = new ConcurrentHashMap<>();

  public void add(String item, int n) {
    stock.merge(item, n, Integer::sum);
  }

  // Bug: read, then write.
  public boolean take(String item, int n) {
    Integer have = stock.get(item);
    if (have == null || have < n)
      return false;
    stock.put(item, have - n);
    return true;
  }

  public boolean takeAtomically(String item, int n) {
    boolean[] ok = new boolean[1];
    stock.computeIfPresent(item, (k, have) -> {
      ok[0] = have >= n;
      return ok[0] ? have - n : have;
    });
    return ok[0];
  }

  public int count(String item) {
    return stock.getOrDefault(item, 0);
  }
}

// Stamped lock, and an enum.
//: class Tallies
//: violates race:counts[]
//: note adds executions
class Tallies {
  public enum Kind { READ, WRITE }

  private final int[] counts = new int[Kind.values().length];
  private final StampedLock lock = new StampedLock();

  public void count(Kind kind) {
    long stamp = lock.writeLock();
    try {
      switch (kind) {
        case READ: counts[0]++; break;
        case WRITE: counts[1]++; break;
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  public int get(Kind kind) {
    long stamp = lock.tryOptimisticRead();
    int n = counts[kind.ordinal()];
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        n = counts[kind.ordinal()];
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return n;
  }
}

// A pool; connections know it, and which pool that is, is not certain.  They are lent to
// others: whether one is open is asked about with the class of connections.
//: class Connections
//: unasked open
//: class Connections --reach
//: violates race:open
//: note adds executions
class Connections {
  public static final class Connection {
    private boolean open = true;
    private final Connections owner;

    Connection(Connections owner) {
      this.owner = owner;
    }

    public void close() {
      open = false;
      owner.release(this);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition free = lock.newCondition();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final int max;
  private int made;

  Connections(int max) {
    this.max = max;
  }

  public Connection borrow() throws InterruptedException {
    lock.lock();
    try {
      while (idle.isEmpty() && made == max)
        free.await();
      if (idle.isEmpty()) {
        made++;
        return new Connection(this);
      }
      return idle.pop();
    } finally {
      lock.unlock();
    }
  }

  void release(Connection c) {
    lock.lock();
    try {
      idle.push(c);
      free.signal();
    } finally {
      lock.unlock();
    }
  }

  // Bug: two critical sections.
  public int inUse() {
    int total;
    lock.lock();
    try {
      total = made;
    } finally {
      lock.unlock();
    }
    lock.lock();
    try {
      return total - idle.size();
    } finally {
      lock.unlock();
    }
  }
}
