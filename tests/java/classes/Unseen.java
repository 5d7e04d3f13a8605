// What a model must not lose: code behind objects that nobody here has made, objects of
// which a constructor says two things, and entries that are not public.
import java.util.LinkedHashMap;
import java.util.Map;

// ---- Implementations that are not given. ----

interface AnyStore {
  void put(int v);

  int get();
}

// The only implementation that is given hands every call on.
class LoggedStore implements AnyStore {
  private final AnyStore inner;

  LoggedStore(AnyStore inner) {
    this.inner = inner;
  }

  @Override public void put(int v) {
    inner.put(v);
  }

  @Override public int get() {
    return inner.get();
  }
}

// The call comes back: what is behind it happens.
//: class BehindDecorator
//: violates 1:puts race:puts
//: note may miss
//: unit add   R puts W puts
//: unit puts  [ R puts ]
class BehindDecorator {
  private final AnyStore store;
  private int puts;

  BehindDecorator(AnyStore store) {
    this.store = store;
  }

  public void add(int v) {
    store.put(v); // NOTE may miss
    puts++;
  }

  public synchronized int puts() {
    return puts;
  }
}

//: class BehindDecoratorLocked
//: safe
//: unit add   [ R puts W puts ]
//: unit puts  [ R puts ]
class BehindDecoratorLocked {
  private final AnyStore store;
  private int puts;

  BehindDecoratorLocked(AnyStore store) {
    this.store = store;
  }

  public void add(int v) {
    store.put(v);
    synchronized (this) {
      puts++;
    }
  }

  public synchronized int puts() {
    return puts;
  }
}

// Called with a lock held, the unknown code may wait for others: a gap for deadlocks only.  What
// it calls back is a unit of its own.
//: class CalledUnderLock
//: note may miss
class CalledUnderLock {
  private final AnyStore store;
  private int puts;

  CalledUnderLock(AnyStore store) {
    this.store = store;
  }

  public synchronized void add(int v) {
    puts++;
    tell(v);
  }

  private void tell(int v) {
    store.put(v); // NOTE may miss
  }
}

// ---- Other objects of the class, which may be the isolated one. ----

// A private method is called on the next node, with the lock of this one.
//: class NextPrivate
//: note may miss
class NextPrivate {
  private NextPrivate next;
  private int n;

  public synchronized void link(NextPrivate other) {
    next = other; // NOTE may miss
  }

  public synchronized void inc() {
    if (next != null)
      next.bump(); // NOTE may miss
  }

  private void bump() {
    n++;
  }

  public synchronized void own() {
    bump();
  }
}

// An abstract class that others extend, too: its only given subclass never comes back.
abstract class AnyStep {
  abstract void go();
}

class EndlessStep extends AnyStep {
  @Override void go() {
    for (;;)
      Thread.yield();
  }
}

//: class BehindEndless
//: violates 1:done race:done
//: unit run   R done W done
class BehindEndless {
  private final AnyStep step;
  private int done;

  BehindEndless(AnyStep step) {
    this.step = step;
  }

  public void run() {
    step.go();
    done++;
  }
}

// ---- Two writes in the constructor. ----

class HeldCell {
  int value;

  void inc() {
    value++;
  }
}

// The field is null first, and then holds the cell: its value is a location.
//: class SetTwice
//: violates 1:cell.value race:cell.value
//: unit inc   R cell.value W cell.value
//: unit get   [ R cell.value ]
class SetTwice {
  private HeldCell cell = null;

  SetTwice() {
    cell = new HeldCell();
  }

  public void inc() {
    cell.inc();
  }

  public synchronized int get() {
    return cell.value;
  }
}

//: class SetTwiceLocked
//: safe
//: unit inc   [ R cell.value W cell.value ]
//: unit get   [ R cell.value ]
class SetTwiceLocked {
  private HeldCell cell = null;

  SetTwiceLocked() {
    cell = new HeldCell();
  }

  public synchronized void inc() {
    cell.inc();
  }

  public synchronized int get() {
    return cell.value;
  }
}

// A helper whose field is null first, and then the object.
//: class HelpedBack
//: violates 1:n race:n
//: unit inc   R n W n
//: unit get   [ R n ]
class HelpedBack {
  private static class Helper {
    private HelpedBack owner = null;

    Helper(HelpedBack owner) {
      this.owner = owner;
    }

    void poke() {
      owner.n++;
    }
  }

  private final Helper helper = new Helper(this);
  private int n;

  public void inc() {
    helper.poke();
  }

  public synchronized int get() {
    return n;
  }
}

// One constructor puts the object itself there, the other one some other object: the two
// are told apart, with a note.
//: class SelfOrOther
//: note may miss
class SelfOrOther {
  private SelfOrOther next;
  private int n;

  SelfOrOther() {
    next = this;
  }

  SelfOrOther(SelfOrOther other) {
    next = this;
    next = other;
  }

  public void inc() {
    next.bump();
  }

  public synchronized void reset() {
    n = 0;
  }

  void bump() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// ---- wait with another monitor held. ----

// The lock is taken after the monitor that is waited for, and Java keeps it: who comes next has
// the monitor and waits for the lock, and the one that was woken waits for the monitor.  In the
// model it is given back: no deadlock is found, and the gap says so.
//: class KeepsLock
//: note adds executions
class KeepsLock {
  private final Object lock = new Object();
  private boolean ready;

  public synchronized void await() throws InterruptedException {
    synchronized (lock) {
      while (!ready)
        wait(); // NOTE adds executions
    }
  }

  public synchronized void open() {
    ready = true;
    notifyAll();
  }
}

// Two objects of the class, each under its own monitor: that of the other one is not in the
// model, and a circle of the two is not found.
//: class MutualAccounts
//: note adds executions
class MutualAccounts {
  private int balance;

  public synchronized void transfer(MutualAccounts to) {
    balance--;
    to.deposit();
  }

  public synchronized void deposit() {
    balance++;
  }
}

// ---- Statics. ----

// The monitor of one object guards what all objects share.
//: class CountedByThis
//: violates 1:made race:made
class CountedByThis {
  private static int made;

  public synchronized void make() {
    made++;
  }

  public synchronized int made() {
    return made;
  }
}

//: class CountedByClass
//: safe
class CountedByClass {
  private static int made;

  public void make() {
    synchronized (CountedByClass.class) {
      made++;
    }
  }

  public int made() {
    synchronized (CountedByClass.class) {
      return made;
    }
  }
}

// ---- Entries that are not public. ----

// Another class of the package calls what is not public.
//: class Packaged
//: violates 1:n race:n
class Packaged {
  private int n;

  public synchronized int get() {
    return n;
  }

  void add() {
    n++;
  }
}

class PackagedUser {
  private final Packaged packaged = new Packaged();

  public void use() {
    packaged.add();
  }
}

// The other class has it in a final field, and holds its lock.
//: class PackagedLocked
//: safe
//: unit get  [ R n ]
//: outside use  [ { R n W n } ] [ { R n W n } ]
class PackagedLocked {
  private int n;

  public synchronized int get() {
    return n;
  }

  void add() {
    n++;
  }
}

class PackagedLockedUser {
  private final PackagedLocked packaged;

  PackagedLockedUser(PackagedLocked packaged) {
    this.packaged = packaged;
  }

  public void use() {
    synchronized (packaged) {
      packaged.add();
    }
    synchronized (packaged) {
      packaged.add();
    }
  }
}

// It holds some other lock.
//: class PackagedWrong
//: violates 1:n race:n
//: unit get  [ R n ]
//: outside use  { R n W n }
class PackagedWrong {
  private int n;

  public synchronized int get() {
    return n;
  }

  void add() {
    n++;
  }
}

class PackagedWrongUser {
  private final PackagedWrong packaged;

  PackagedWrongUser(PackagedWrong packaged) {
    this.packaged = packaged;
  }

  public synchronized void use() {
    packaged.add();
  }
}

// As an argument, under its lock; but a third class has it in a field that changes.
//: class PackagedTwice
//: violates race:n
//: note adds executions
class PackagedTwice {
  private int n;

  public synchronized int get() {
    return n;
  }

  void add() {
    n++;
  }
}

class PackagedTwiceUser {
  private PackagedTwice later;

  public void set(PackagedTwice packaged) {
    later = packaged;
  }

  public void use(PackagedTwice packaged) {
    synchronized (packaged) {
      packaged.add();
    }
  }

  public void useLater() {
    synchronized (later) {
      later.add();
    }
  }
}

// Nobody but the class itself calls it.
//: class OwnHelper
//: safe
class OwnHelper {
  private int n;

  public synchronized int get() {
    return n;
  }

  public synchronized void inc() {
    add();
  }

  void add() {
    n++;
  }
}

// ---- A map that is written when it is read. ----

//: class RecentlyUsed
//: violates race:map[]
class RecentlyUsed {
  private final Map<String, String> map = new LinkedHashMap<>(16, 0.75f, true);
  private final java.util.concurrent.locks.ReentrantReadWriteLock lock
      = new java.util.concurrent.locks.ReentrantReadWriteLock();

  public String get(String key) {
    lock.readLock().lock();
    try {
      return map.get(key);
    } finally {
      lock.readLock().unlock();
    }
  }

  public void put(String key, String value) {
    lock.writeLock().lock();
    try {
      map.put(key, value);
    } finally {
      lock.writeLock().unlock();
    }
  }
}

//: class InOrder
//: safe-on map[]
class InOrder {
  private final Map<String, String> map = new LinkedHashMap<>(16, 0.75f, false);
  private final java.util.concurrent.locks.ReentrantReadWriteLock lock
      = new java.util.concurrent.locks.ReentrantReadWriteLock();

  public String get(String key) {
    lock.readLock().lock();
    try {
      return map.get(key);
    } finally {
      lock.readLock().unlock();
    }
  }

  public void put(String key, String value) {
    lock.writeLock().lock();
    try {
      map.put(key, value);
    } finally {
      lock.writeLock().unlock();
    }
  }
}

// ---- Text that is made of a helper: its toString() is called. ----

class ToldTally {
  private int count;

  synchronized void add() {
    count++;
  }

  public String toString() {
    return "tally " + count;
  }
}

//: class Described
//: violates race:count
class Described {
  private final ToldTally tally = new ToldTally();

  public void use() {
    tally.add();
  }

  public String describe() {
    return "described by " + tally;
  }
}

//: class DescribedByBuilder
//: violates race:count
class DescribedByBuilder {
  private final ToldTally tally = new ToldTally();

  public void use() {
    tally.add();
  }

  public String describe() {
    return new StringBuilder().append(tally).toString();
  }
}

class ToldLockedTally {
  private int count;

  synchronized void add() {
    count++;
  }

  public synchronized String toString() {
    return "tally " + count;
  }
}

//: class DescribedWithLock
//: safe-on count
class DescribedWithLock {
  private final ToldLockedTally tally = new ToldLockedTally();

  public void use() {
    tally.add();
  }

  public String describe() {
    return "described by " + tally;
  }
}
