// Records, sealed types, patterns, text blocks, switch expressions: what javac writes
// only for newer releases.
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

// A record has final fields only.
//: class Span
//: nothing
record Span(int low, int high) {
  public int width() {
    return high - low;
  }
}

// A record as a snapshot: one write, one read.
//: class Snapshot
//: safe
//: volatile span
//: unit set    W span
//: unit width  R span
class Snapshot {
  record Pair(int low, int high) {
  }

  private volatile Pair span = new Pair(0, 0);

  public void set(int l, int h) {
    span = new Pair(l, h);
  }

  public int width() {
    var s = span;
    return s.high() - s.low();
  }
}

// The same record, read twice.
//: class SnapshotTwice
//: violates 2:span
//: volatile span
//: unit set    W span
//: unit width  R span R span
class SnapshotTwice {
  record Pair(int low, int high) {
  }

  private volatile Pair span = new Pair(0, 0);

  public void set(int l, int h) {
    span = new Pair(l, h);
  }

  public int width() {
    return span.high() - span.low();
  }
}

// Concatenation by invokedynamic calls toString () of what it joins.
//: class Title
//: violates 2:word race:word
//: unit set       [ W word ]
//: unit toString  R word
//: unit twice     R word R word
class Title {
  private String word = "";

  public synchronized void set(String w) {
    word = w;
  }

  @Override public String toString() {
    return word;
  }

  public String twice() {
    return "<" + this + word + ">";
  }
}

// A switch expression on strings, a pattern, private members of a nest.
//: class Modern
//: violates 1:n
//: unit run  ( [ R n ] [ W n ] | [ W n ] )
//: unit is   .
class Modern {
  private int n;

  private synchronized int n() {
    return n;
  }

  private synchronized void n(int v) {
    n = v;
  }

  public void run(String s) {
    n(switch (s) {
      case "up" -> n() + 1;
      case "down" -> n() - 1;
      default -> {
        yield 0;
      }
    });
  }

  public boolean is(Object o) {
    return o instanceof String t && t.isEmpty();
  }
}

// A private method of an interface.
interface Doubling {
  int get();

  void set(int v);

  private int twice() {
    return get() + get();
  }

  default void grow() {
    set(twice());
  }
}

//: class Doubled
//: violates 1:v 2:v
//: unit get   [ R v ]
//: unit set   [ W v ]
//: unit grow  [ R v ] [ R v ] [ W v ]
class Doubled implements Doubling {
  private int v;

  @Override public synchronized int get() {
    return v;
  }

  @Override public synchronized void set(int x) {
    v = x;
  }
}

// A nested class reaches the private fields of its host without accessors.
//: class Nest
//: violates 1:total
//: unit adder  .
//: unit Adder.add  [ R total ] [ W total ]
class Nest {
  private int total;

  class Adder {
    public void add(int x) {
      int t;
      synchronized (Nest.this) {
        t = total;
      }
      synchronized (Nest.this) {
        total = t + x;
      }
    }
  }

  public Adder adder() {
    return new Adder();
  }
}

// A sealed hierarchy of states, replaced as a whole.
//: class States
//: violates 1:state
//: unit next  [ R state ] [ W state ]
//: unit get   [ R state ]
class States {
  sealed interface State permits On, Off {
  }

  record On(int since) implements State {
  }

  record Off() implements State {
  }

  private State state = new Off();

  private synchronized State state() {
    return state;
  }

  private synchronized void state(State s) {
    state = Objects.requireNonNull(s);
  }

  public void next() {
    State s = state();
    state(s instanceof On ? new Off() : new On(1));
  }

  public boolean get() {
    return state() instanceof On;
  }
}

// A list collected by a stream, under the lock.
//: class Collected
//: safe
//: unit add    [ R all[] W all[] ]
//: unit longs  [ R all[] R all[] ]
class Collected {
  private final List<String> all = new ArrayList<>();

  public synchronized void add(String s) {
    all.add(s);
  }

  public synchronized List<String> longs() {
    return all.stream().filter(s -> s.length() > 3).toList();
  }
}

// A record in a volatile field: whoever changes a part of it may lose another change.
//: class Settings
//: violates 1:current
//: volatile current
//: unit get      R current
//: unit set      W current
//: unit setPort  R current W current
//: unit reset    [ W current ]
class Settings {
  record Config(String host, int port, boolean secure) {
    Config withPort(int p) {
      return new Config(host, p, secure);
    }
  }

  private volatile Config current = new Config("localhost", 80, false);

  public Config get() {
    return current;
  }

  public void set(Config c) {
    current = c;
  }

  public void setPort(int port) {
    current = current.withPort(port);
  }

  public synchronized void reset() {
    current = new Config("localhost", 80, false);
  }
}
