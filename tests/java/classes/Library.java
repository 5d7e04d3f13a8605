// What the library does with the object.
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

// A string is made of it: toString () is called.
//: class Named
//: violates 2:first race:first
//: unit rename    [ W first W last ]
//: unit toString  R first R last
//: unit log       [ R first ] R first R last
class Named {
  private String first;
  private String last;

  public synchronized void rename(String f, String l) {
    first = f;
    last = l;
  }

  @Override public String toString() {
    return first + last;
  }

  public String log() {
    String f;
    synchronized (this) {
      f = first;
    }
    return f + this;
  }
}

//: class NamedFixed
//: safe
//: unit rename    [ W first W last ]
//: unit toString  [ R first R last ]
//: unit log       [ [ R first ] [ R first R last ] ]
class NamedFixed {
  private String first;
  private String last;

  public synchronized void rename(String f, String l) {
    first = f;
    last = l;
  }

  @Override public synchronized String toString() {
    return first + last;
  }

  public synchronized String log() {
    String f = first;
    return f + this;
  }
}

// It is put into a set, which asks for its hash code.
//: class Keyed
//: violates race:key
//: unit rekey  [ W key ]
//: unit hashCode  R key
class Keyed {
  private static final Set<Object> ALL = new HashSet<>();
  private int key;

  public synchronized void rekey(int k) {
    key = k;
  }

  @Override public int hashCode() {
    return key;
  }
}

// Extends a class of the library that is not given: what it inherits is not looked at.
//: class History
//: note may miss
class History extends ArrayList<String> {
  private int adds;

  @Override public synchronized boolean add(String s) {
    adds++;
    return super.add(s);
  }

  public synchronized int adds() {
    return adds;
  }
}

// A parallel stream runs its lambdas in other threads, which do not hold the monitor.
//: class Parallel
//: violates 1:sum race:sum
class Parallel {
  private final ArrayList<Integer> items = new ArrayList<>();
  private int sum;

  public synchronized void add(int x) {
    items.add(x);
  }

  public synchronized int sum() {
    items.parallelStream().forEach(x -> sum += x);
    return sum;
  }
}

// StringBuffer holds its own monitor in each call.
//: class Line
//: violates 2:text[]
class Line {
  private final StringBuffer text = new StringBuffer();

  public void add(String s) {
    text.append(s);
  }

  public char last() {
    int n = text.length();
    return n == 0 ? ' ' : text.charAt(n - 1);
  }
}

//: class LineFixed
//: safe
class LineFixed {
  private final StringBuffer text = new StringBuffer();

  public void add(String s) {
    text.append(s);
  }

  public char last() {
    synchronized (text) {
      int n = text.length();
      return n == 0 ? ' ' : text.charAt(n - 1);
    }
  }
}
