// Programs as people write them, with bugs as people make them.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

// A bank account: withdraw() looks at the balance under the lock, and takes the money
// under the lock, and in between somebody else may have taken it.
//: class Account
//: violates 1:balance 2:balance
//: unit balance   [ R balance ]
//: unit deposit   [ R balance W balance ]
//: unit withdraw  [ R balance ] ( . | [ R balance W balance ] )
class Account {
  private long balance;

  public synchronized long balance() {
    return balance;
  }

  public synchronized void deposit(long amount) {
    balance += amount;
  }

  public boolean withdraw(long amount) {
    if (balance() < amount)
      return false;
    synchronized (this) {
      balance -= amount;
    }
    return true;
  }
}

// transfer() is right about each account, and not about the two: the other account is
// an argument.  For one account (this or to) each transfer is one access; for a transfer from
// an account to itself it is two.
//: class Transfer
//: violates 1:balance 2:balance
//: unit take      [ R balance W balance ]
//: unit give      [ R balance W balance ]
//: unit transfer  [ R balance W balance ]
//: unit transferTo  [ R balance W balance ]
//: unit transferToSelf  [ R balance W balance ] [ R balance W balance ]
class Transfer {
  private long balance;

  public synchronized void take(long amount) {
    balance -= amount;
  }

  public synchronized void give(long amount) {
    balance += amount;
  }

  public void transfer(Transfer to, long amount) {
    take(amount);
    to.give(amount);
  }
}

//: class TransferNotToSelf
//: safe
//: unit take      [ R balance W balance ]
//: unit transfer  [ R balance W balance ]
class TransferNotToSelf {
  private long balance;

  public synchronized void take(long amount) {
    balance -= amount;
  }

  public void transfer(TransferNotToSelf to, long amount) {
    if (to != this) {
      take(amount);
      to.take(-amount);
    }
  }
}

// A cache: looks, computes, stores.
//: class Cache
//: violates 1:map[]
//: unit get    [ R map[] ] ( . | [ W map[] ] [ R misses W misses ] )
//: unit ratio  [ R misses R map[] ]
class Cache {
  private final Map<String, Integer> map = new HashMap<>();
  private int misses;

  private synchronized Integer find(String key) {
    return map.get(key);
  }

  private synchronized void store(String key, Integer value) {
    map.put(key, value);
  }

  private synchronized void miss() {
    misses++;
  }

  public Integer get(String key) {
    Integer value = find(key);
    if (value != null)
      return value;
    value = key.length();
    store(key, value);
    miss();
    return value;
  }

  public synchronized int ratio() {
    return misses - map.size();
  }
}

//: class CacheFixed
//: safe
//: unit get    [ R map[] ( . | R map[] W map[] R misses W misses ) ]
//: unit ratio  [ R misses R map[] ]
class CacheFixed {
  private final Map<String, Integer> map = new LinkedHashMap<>();
  private int misses;

  public synchronized Integer get(String key) {
    Integer value = map.get(key);
    if (value == null) {
      value = key.length();
      map.put(key, value);
      misses++;
    }
    return value;
  }

  public synchronized int ratio() {
    return misses - map.size();
  }
}

// A logger whose level is changed while it writes: level is read twice.
//: class Logger
//: violates 2:level race:level race:lines
//: unit level  [ W level ]
//: unit log    R level ( . | R level ( . | [ R lines W lines ] ) )
//: unit lines  R lines
class Logger {
  private int level;
  private int lines;

  public synchronized void level(int l) {
    level = l;
  }

  public void log(int l, String message) {
    if (l < level)
      return;
    if (level > 0 || message != null)
      synchronized (this) {
        lines++;
      }
  }

  public int lines() {
    return lines;
  }
}

// A pool of connections: take() checks that one is idle in one hold of the lock, and
// takes it in another.
//: class Pool
//: violates 1:idle[] 12:idle[],out
//: unit give  [ R idle[] W idle[] R out W out ]
//: unit take  [ R idle[] ] ( . | [ R out W out R idle[] W idle[] ] )
//: unit size  [ R idle[] R out ]
class Pool {
  private final Deque<Object> idle = new ArrayDeque<>();
  private int out;

  public synchronized void give(Object c) {
    idle.push(c);
    out--;
  }

  private synchronized boolean any() {
    return !idle.isEmpty();
  }

  public Object take() {
    if (!any())
      return null;
    synchronized (this) {
      out++;
      return idle.pop();
    }
  }

  public synchronized int size() {
    return idle.size() + out;
  }
}

//: class PoolFixed
//: safe
//: unit give  [ R idle[] W idle[] R out W out ]
//: unit take  [ [ R idle[] ] ( . | R out W out R idle[] W idle[] ) ]
//: unit size  [ R idle[] R out ]
class PoolFixed {
  private final Deque<Object> idle = new ArrayDeque<>();
  private int out;

  public synchronized void give(Object c) {
    idle.push(c);
    out--;
  }

  private synchronized boolean any() {
    return !idle.isEmpty();
  }

  public synchronized Object take() {
    if (!any())
      return null;
    out++;
    return idle.pop();
  }

  public synchronized int size() {
    return idle.size() + out;
  }
}

// An event bus: fires while others register.
//: class Bus
//: violates 2:listeners[] race:listeners[]
//: unit register  [ R listeners[] W listeners[] ]
//: unit fire      R listeners[] ( R listeners[] R listeners[] )*
class Bus {
  private final List<Runnable> listeners = new ArrayList<>();

  public synchronized void register(Runnable r) {
    listeners.add(r);
  }

  public void fire() {
    for (Runnable r : listeners)
      r.run();
  }
}

// Fires on a copy.
//: class BusFixed
//: safe
//: unit register  [ R listeners[] W listeners[] ]
//: unit fire      [ R listeners[] ]
class BusFixed {
  private final List<Runnable> listeners = new ArrayList<>();

  public synchronized void register(Runnable r) {
    listeners.add(r);
  }

  public void fire() {
    Runnable[] now;
    synchronized (this) {
      now = listeners.toArray(new Runnable[0]);
    }
    for (Runnable r : now)
      r.run();
  }
}

// A range whose ends are set one by one, and read one by one.
//: class Range
//: violates 2:low 11:low,high 12:high,low
//: unit set   [ W low W high ]
//: unit low   [ R low ]
//: unit high  [ R high ]
//: unit contains  [ R low ] ( . | [ R high ] )
//: unit check  [ R low ] [ R high ] ( . | [ R low ] )
class Range {
  private int low;
  private int high;

  public synchronized void set(int l, int h) {
    low = l;
    high = h;
  }

  public synchronized int low() {
    return low;
  }

  public synchronized int high() {
    return high;
  }

  public boolean contains(int x) {
    return low() <= x && x <= high();
  }

  public void check() {
    if (low() > high())
      throw new IllegalStateException("low is " + low());
  }
}
