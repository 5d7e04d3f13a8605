// Inner and nested classes.  An inner object that is handed out has methods that
// anybody can call; it holds the outer object.

//: class Ring
//: violates race:size 2:size
//: unit add   [ R size W size W a[] ]
//: unit view  .
//: unit View.empty  R size
//: unit View.last   R size ( . | [ R size R a[] ] )
class Ring {
  private final int[] a = new int[16];
  private int size;

  public synchronized void add(int x) {
    a[size++] = x;
  }

  public View view() {
    return new View();
  }

  class View {
    public boolean empty() {
      return size == 0;
    }

    public int last() {
      if (size == 0)
        return -1;
      synchronized (Ring.this) {
        return a[size - 1];
      }
    }
  }
}

//: class RingFixed
//: safe
//: unit add   [ R size W size W a[] ]
//: unit view  .
//: unit View.empty  [ R size ]
//: unit View.last   [ R size ( . | R size R a[] ) ]
class RingFixed {
  private final int[] a = new int[16];
  private int size;

  public synchronized void add(int x) {
    a[size++] = x;
  }

  public View view() {
    return new View();
  }

  class View {
    public boolean empty() {
      synchronized (RingFixed.this) {
        return size == 0;
      }
    }

    public int last() {
      synchronized (RingFixed.this) {
        if (size == 0)
          return -1;
        return a[size - 1];
      }
    }
  }
}

// An anonymous object that only a library call sees runs inline, under the lock.
//: class Summing
//: safe
//: unit add  [ R list[] W list[] ]
//: unit sum  [ W sum R list[] ( R list[] | R sum W sum )* R sum ]
class Summing {
  private final java.util.List<Integer> list = new java.util.ArrayList<>();
  private int sum;

  public synchronized void add(int x) {
    list.add(x);
  }

  public synchronized int sum() {
    sum = 0;
    list.forEach(new java.util.function.Consumer<Integer>() {
      @Override public void accept(Integer x) {
        sum += x;
      }
    });
    return sum;
  }
}

// The same without the lock.
//: class SummingOpen
//: violates 1:sum 3:sum 5:sum 2:list[] race:sum race:list[]
//: unit add  R list[] W list[]
//: unit sum  W sum R list[] ( R list[] | R sum W sum )* R sum
class SummingOpen {
  private final java.util.List<Integer> list = new java.util.ArrayList<>();
  private int sum;

  public void add(int x) {
    list.add(x);
  }

  public int sum() {
    sum = 0;
    list.forEach(new java.util.function.Consumer<Integer>() {
      @Override public void accept(Integer x) {
        sum += x;
      }
    });
    return sum;
  }
}

// Private members of the outer class through accessors (access$000 of release 8).
//: class Accessors
//: violates 1:total
//: unit adder  .
//: unit Adder.add  [ R total ] [ W total ]
class Accessors {
  private int total;

  private synchronized int total() {
    return total;
  }

  private synchronized void total(int t) {
    total = t;
  }

  public Adder adder() {
    return new Adder();
  }

  class Adder {
    public void add(int x) {
      total(total() + x);
    }
  }
}

// A nested static class that is given the outer object in its constructor.
//: class Given
//: violates race:n
//: unit inc   [ R n W n ]
//: unit peer  .
//: unit Peer.read  R n
class Given {
  private int n;

  public synchronized void inc() {
    n++;
  }

  public Peer peer() {
    return new Peer(this);
  }

  static class Peer {
    private final Given given;

    Peer(Given given) {
      this.given = given;
    }

    public int read() {
      return given.n;
    }
  }
}
