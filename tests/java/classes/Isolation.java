// Only the isolated object is asked about, and what it owns: objects that its own code makes
// and that never get out.  With --reach, everything that is reached.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// What others gave us is theirs.
class Meter {
  int reading;

  void count() {
    reading++;
  }
}

//: class GivenMeter
//: safe
//: unit set   [ W meter ]
//: unit poke  [ R meter ]
//: class GivenMeter --reach
//: violates race:reading
class GivenMeter {
  private Meter meter;

  public synchronized void set(Meter meter) {
    this.meter = meter;
  }

  public void poke() {
    Meter m;
    synchronized (this) {
      m = meter;
    }
    m.count();
  }
}

// The same if the type of the field does not say what it is, and the field never changes.
//: class GivenThing
//: safe
//: unit poke  [ R pokes W pokes ]
//: class GivenThing --reach
//: violates race:reading
class GivenThing {
  private final Object thing;
  private int pokes;

  public GivenThing(Object thing) {
    this.thing = thing;
  }

  public void poke() {
    synchronized (this) {
      pokes++;
    }
    if (thing instanceof Meter)
      ((Meter) thing).count();
  }
}

// One that we made is a part of us all the same.
//: class MadeThing
//: violates race:reading
class MadeThing {
  private final Object thing = new Meter();

  public void poke() {
    ((Meter) thing).count();
  }
}

// A list that we made is no Meter, whatever a cast asks for.
//: class MadeList
//: safe
//: unit poke  [ R pokes W pokes ]
class MadeList {
  private final Object thing = new ArrayList<Object>();
  private int pokes;

  public void poke() {
    synchronized (this) {
      pokes++;
    }
    if (thing instanceof Meter)
      ((Meter) thing).count();
  }
}

// What we made ourselves is a part of us; that it is made late changes nothing.
//: class LateMeter
//: violates race:reading 1:reading
class LateMeter {
  private Meter meter;

  public void poke() {
    Meter m;
    synchronized (this) {
      m = meter;
    }
    if (m != null)
      m.count();
  }

  public synchronized void begin() {
    meter = new Meter();
  }
}

//: class LateMeterFixed
//: safe
//: unit poke   [ R meter ( R Meter.reading W Meter.reading | . ) ]
//: unit begin  [ W meter ]
class LateMeterFixed {
  private Meter meter;

  public synchronized void poke() {
    if (meter != null)
      meter.count();
  }

  public synchronized void begin() {
    meter = new Meter();
  }
}

// A private static method makes it.
//: class MadeByFactory
//: violates race:reading
class MadeByFactory {
  private Meter meter = make();

  private static Meter make() {
    return new Meter();
  }

  public void poke() {
    meter.count();
  }

  public synchronized void renew() {
    meter = make();
  }
}

// Whoever gets it may do with it as he likes: it is asked about with its own class.
//: class ShownMeter
//: safe
//: unasked reading
//: class ShownMeter --reach
//: violates race:reading
class ShownMeter {
  private final Meter meter = new Meter();
  private int shown;

  public synchronized Meter show() {
    shown++;
    return meter;
  }

  public void poke() {
    meter.count();
  }
}

// In a final field: by its path.
//: class OwnMeter
//: violates race:meter.reading
class OwnMeter {
  private final Meter meter = new Meter();

  public void poke() {
    meter.count();
  }

  public synchronized int get() {
    return meter.reading;
  }
}

// A constructor gives it to somebody.
//: class RegisteredMeter
//: safe
//: unasked reading meter.reading
class RegisteredMeter {
  private static final List<Meter> all = new ArrayList<>();
  private final Meter meter;
  private int n;

  RegisteredMeter(Gathering registry) {
    Meter m = new Meter();
    registry.add(m);
    meter = m;
  }

  public synchronized void inc() {
    n++;
  }

  public void poke() {
    meter.count();
  }
}

class Gathering {
  private Meter last;

  void add(Meter meter) {
    last = meter;
  }
}

// Nodes in a table that is made anew before anybody sees it.
//: class Buckets
//: violates race:count
class Buckets {
  static final class Bucket {
    int count;
  }

  private Bucket[] table = new Bucket[0];

  public synchronized void grow() {
    Bucket[] wider = new Bucket[table.length + 1];
    for (int i = 0; i < wider.length; i++)
      wider[i] = new Bucket();
    table = wider;
  }

  // Bug: no lock.
  public void inc(int i) {
    table[i].count++;
  }
}

// Elements of a collection: those that others gave us are theirs, those that we made are ours.
//: class GivenElements
//: safe
//: unasked reading
class GivenElements {
  private final List<Meter> meters = new ArrayList<>();

  public synchronized void add(Meter meter) {
    meters.add(meter);
  }

  public void poke(int i) {
    Meter m;
    synchronized (this) {
      m = meters.get(i);
    }
    m.count();
  }
}

//: class OwnElements
//: violates race:reading
//: safe-on meters[]
class OwnElements {
  private final List<Meter> meters = new ArrayList<>();

  public synchronized void add() {
    meters.add(new Meter());
  }

  public void poke(int i) {
    Meter m;
    synchronized (this) {
      m = meters.get(i);
    }
    m.count();
  }
}

// A list in a map: ours, if a lambda makes it.
//: class OwnLists
//: violates race:lists[]
class OwnLists {
  private final Map<String, List<String>> lists = new HashMap<>();

  public synchronized void add(String key, String text) {
    lists.computeIfAbsent(key, k -> new ArrayList<>()).add(text);
  }

  public void add2(String key, String text) {
    List<String> list;
    synchronized (this) {
      list = lists.get(key);
    }
    list.add(text);
  }
}

//: class GivenLists
//: safe
class GivenLists {
  private final Map<String, List<String>> lists = new HashMap<>();

  public synchronized void put(String key, List<String> list) {
    lists.put(key, list);
  }

  public void add(String key, String text) {
    List<String> list;
    synchronized (this) {
      list = lists.get(key);
    }
    list.add(text);
  }
}

// Another object of the class: the one that was singled out stands for it.
//: class Peers
//: safe
//: unit meet  [ W peer ]
//: unit inc   [ R n W n ]
//: unit poke  [ R peer ]
class Peers {
  private Peers peer;
  private int n;

  public synchronized void meet(Object other) {
    peer = (Peers) other;
  }

  public synchronized void inc() {
    n++;
  }

  public void poke() {
    Peers p;
    synchronized (this) {
      p = peer;
    }
    p.n++;
  }
}

// An object of an inner class belongs to others, and leads to us all the same.
//: class InnerGiven
//: violates race:n
class InnerGiven {
  public class Handle {
    void use() {
      n++;
    }
  }

  private Handle handle;
  private int n;

  public synchronized void set(Handle handle) {
    this.handle = handle;
  }

  public void poke() {
    Handle h;
    synchronized (this) {
      h = handle;
    }
    h.use();
  }

  public synchronized int get() {
    return n;
  }
}

// Of several classes that a field could hold, ours is the one that we make.
interface Pointer {
  void move();
}

class FastPointer implements Pointer {
  int fast;

  public void move() {
    fast++;
  }
}

class SlowPointer implements Pointer {
  int slow;

  public void move() {
    slow++;
  }
}

//: class OnePointer
//: violates race:fast
//: unasked slow
//: class OnePointer --reach
//: violates race:fast race:slow
class OnePointer {
  private Pointer gauge;

  public synchronized void begin() {
    gauge = new FastPointer();
  }

  public void poke() {
    Pointer g;
    synchronized (this) {
      g = gauge;
    }
    g.move();
  }
}

// A method of another object that is given ours is looked into, whoever it belongs to.
class Pusher {
  void push(Pushed pushed) {
    pushed.n++;
  }
}

//: class Pushed
//: violates race:n
class Pushed {
  private Pusher pusher;
  int n;

  public synchronized void set(Pusher pusher) {
    this.pusher = pusher;
  }

  public void go() {
    Pusher p;
    synchronized (this) {
      p = pusher;
    }
    p.push(this);
  }

  public synchronized int get() {
    return n;
  }
}

// The lock of an object that belongs to others protects what is ours.
//: class ForeignLock
//: safe
//: unit inc  lock< R n W n >
//: unit get  lock< R n >
class ForeignLock {
  private final Meter lock;
  private int n;

  ForeignLock(Meter lock) {
    this.lock = lock;
  }

  public void inc() {
    synchronized (lock) {
      n++;
    }
  }

  public int get() {
    synchronized (lock) {
      return n;
    }
  }
}

// A method of it takes the lock: a circle.
class Valve {
  synchronized void turn() {
  }
}

//: class ForeignCircle
//: violates deadlock
class ForeignCircle {
  private final Valve valve;
  private int n;

  ForeignCircle(Valve valve) {
    this.valve = valve;
  }

  public synchronized void inc() {
    n++;
    valve.turn();
  }

  public void dec() {
    synchronized (valve) {
      synchronized (this) {
        n--;
      }
    }
  }
}

// An abstract method runs code of classes below, whose fields are asked about with them.
//: class Device
//: violates race:state
//: unasked speed
//: class Device --reach
//: violates race:state race:speed
abstract class Device {
  protected int state;

  protected abstract void step();

  public void go() {
    step();
  }

  public synchronized int state() {
    return state;
  }
}

class Fan extends Device {
  private int speed;

  protected void step() {
    speed++;
    state++;
  }
}

// run () of a PrivilegedAction is called by doPrivileged, with the locks that are held there.
//: class Privileged
//: safe
class Privileged implements java.security.PrivilegedAction<Object> {
  private int runs;

  public synchronized void go() {
    java.security.AccessController.doPrivileged(this);
  }

  public Object run() {
    runs++;
    return null;
  }

  public synchronized int runs() {
    return runs;
  }
}

//: class PrivilegedAlone
//: violates race:runs
class PrivilegedAlone implements java.security.PrivilegedAction<Object> {
  private int runs;

  public void go() {
    java.security.AccessController.doPrivileged(this);
  }

  public Object run() {
    runs++;
    return null;
  }

  public synchronized int runs() {
    return runs;
  }
}

// A nested class that is not public is entered by the methods that the class around it calls.
//: class Casing$Part
//: safe
class Casing {
  private final Part part = new Part();

  public void hit() {
    part.count();
  }

  private static final class Part {
    private int hits;

    synchronized void count() {
      add();
    }

    void add() {
      hits++;
    }
  }
}

//: class OpenCasing$Part
//: violates race:hits
class OpenCasing {
  private final Part part = new Part();

  public void hit() {
    part.count();
    part.add();
  }

  private static final class Part {
    private int hits;

    synchronized void count() {
      add();
    }

    void add() {
      hits++;
    }
  }
}
