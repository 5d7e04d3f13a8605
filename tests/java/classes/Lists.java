// Collections: readers read, mutators read and write, iterators read wherever they
// are used.
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Vector;

// A plain list under no lock.
//: class Plain
//: violates 1:names[] race:names[]
//: unit add   R names[] W names[]
//: unit size  R names[]
class Plain {
  private final List<String> names = new ArrayList<>();

  public void add(String s) {
    names.add(s);
  }

  public int size() {
    return names.size();
  }
}

// Looks, then adds, in two calls of a synchronized list: each call is safe, both are not.
//: class Registry
//: violates 1:names[]
//: unit register  names< R names[] > ( . | names< R names[] W names[] > )
class Registry {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void register(String s) {
    if (!names.contains(s))
      names.add(s);
  }
}

//: class RegistryFixed
//: safe
//: unit register  names< names< R names[] > ( . | names< R names[] W names[] > ) >
class RegistryFixed {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void register(String s) {
    synchronized (names) {
      if (!names.contains(s))
        names.add(s);
    }
  }
}

// The iterator of a synchronized list holds no lock.
//: class Walk
//: violates 2:names[] race:names[]
//: unit add   names< R names[] W names[] >
//: unit find  names< R names[] > R names[] ( R names[] R names[] )*
class Walk {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void add(String s) {
    names.add(s);
  }

  public boolean find(String s) {
    for (String name : names)
      if (name.equals(s))
        return true;
    return false;
  }
}

//: class WalkFixed
//: safe
//: unit add   names< R names[] W names[] >
//: unit find  names< R names[] ( R names[] R names[] )* >
class WalkFixed {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void add(String s) {
    names.add(s);
  }

  public boolean find(String s) {
    synchronized (names) {
      for (String name : names)
        if (name.equals(s))
          return true;
      return false;
    }
  }
}

// The lock of the object around a synchronized map is another lock than the map's:
// iterating needs the map's.
//: class WrongMonitor
//: violates 2:map[] race:map[]
//: unit put  map< R map[] W map[] >
//: unit sum  [ map< R map[] > R map[] ( R map[] R map[] )* ]
class WrongMonitor {
  private final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());

  public void put(String k, int v) {
    map.put(k, v);
  }

  public synchronized int sum() {
    int s = 0;
    for (int v : map.values())
      s += v;
    return s;
  }
}

// Vector and Hashtable hold their own monitor in each call.
//: class Votes
//: violates 1:votes[]
//: unit vote   votes< R votes[] > votes< W votes[] >
//: unit count  votes< R votes[] >
class Votes {
  private final Hashtable<String, Integer> votes = new Hashtable<>();

  public void vote(String name) {
    Integer n = votes.get(name);
    votes.put(name, n == null ? 1 : n + 1);
  }

  public int count() {
    return votes.size();
  }
}

//: class VotesFixed
//: safe
//: unit vote   votes< votes< R votes[] > votes< R votes[] W votes[] > >
//: unit count  votes< R votes[] >
class VotesFixed {
  private final Hashtable<String, Integer> votes = new Hashtable<>();

  public void vote(String name) {
    synchronized (votes) {
      Integer n = votes.get(name);
      votes.put(name, n == null ? 1 : n + 1);
    }
  }

  public int count() {
    return votes.size();
  }
}

// The last element of a Vector: size () and then elementAt ().
//: class Last
//: violates 2:items[]
//: unit last  items< R items[] > ( . | items< R items[] > items< R items[] > )
//: unit add   items< R items[] W items[] >
class Last {
  private final Vector<String> items = new Vector<>();

  public String last() {
    if (items.isEmpty())
      return null;
    return items.elementAt(items.size() - 1);
  }

  public void add(String s) {
    items.add(s);
  }
}

// An explicit iterator that removes: it writes where it is used.
//: class Prune
//: violates race:items[]
//: unit add    [ R items[] W items[] ]
//: unit prune  R items[] ( R items[] R items[] ( . | R items[] W items[] ) )*
class Prune {
  private final List<String> items = new ArrayList<>();

  public synchronized void add(String s) {
    items.add(s);
  }

  public void prune() {
    Iterator<String> i = items.iterator();
    while (i.hasNext())
      if (i.next().isEmpty())
        i.remove();
  }
}

//: class PruneFixed
//: safe
//: unit add    [ R items[] W items[] ]
//: unit prune  [ R items[] ( R items[] R items[] ( . | R items[] W items[] ) )* ]
class PruneFixed {
  private final List<String> items = new ArrayList<>();

  public synchronized void add(String s) {
    items.add(s);
  }

  public synchronized void prune() {
    Iterator<String> i = items.iterator();
    while (i.hasNext())
      if (i.next().isEmpty())
        i.remove();
  }
}

// A stream reads where it ends, not where it begins.
//: class Streams
//: violates race:items[] race:limit
class Streams {
  private final List<Integer> items = new ArrayList<>();
  private int limit;

  public synchronized void add(int x) {
    items.add(x);
  }

  public synchronized void limit(int l) {
    limit = l;
  }

  public long above() {
    return items.stream().filter(x -> x > limit).count();
  }
}

//: class StreamsFixed
//: safe
class StreamsFixed {
  private final List<Integer> items = new ArrayList<>();
  private int limit;

  public synchronized void add(int x) {
    items.add(x);
  }

  public synchronized void limit(int l) {
    limit = l;
  }

  public synchronized long above() {
    return items.stream().filter(x -> x > limit).count();
  }
}

// A copy made under the lock, used outside: the copy is private.
//: class Copies
//: safe
//: unit add  [ R items[] W items[] ]
//: unit sum  [ R items[] ]
class Copies {
  private final List<Integer> items = new ArrayList<>();

  public synchronized void add(int x) {
    items.add(x);
  }

  public int sum() {
    List<Integer> copy;
    synchronized (this) {
      copy = new ArrayList<>(items);
    }
    int s = 0;
    for (int x : copy)
      s += x;
    return s;
  }
}

// The list itself is handed out: whoever has it uses it without the lock.
//: class Leak
//: note may miss
class Leak {
  private final List<String> names = new ArrayList<>();

  public synchronized void add(String s) {
    names.add(s);
  }

  public synchronized List<String> names() {
    return names; // NOTE may miss
  }
}

// A list that is replaced: the field is a location, and so are the contents.
//: class Swap
//: violates 1:current race:current
//: unit add   [ R current R current[] W current[] ]
//: unit swap  R current W current
class Swap {
  private List<String> current = new ArrayList<>();

  public synchronized void add(String s) {
    current.add(s);
  }

  public List<String> swap() {
    List<String> old = current;
    current = new ArrayList<>();
    return old;
  }
}
