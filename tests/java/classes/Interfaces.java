// Default methods are inherited code.

interface Tally {
  int get();

  void set(int v);

  default void inc() {
    set(get() + 1);
  }
}

//: class DefaultTally
//: violates 1:v
//: unit get  [ R v ]
//: unit set  [ W v ]
//: unit inc  [ R v ] [ W v ]
class DefaultTally implements Tally {
  private int v;

  @Override public synchronized int get() {
    return v;
  }

  @Override public synchronized void set(int v) {
    this.v = v;
  }
}

//: class DefaultTallyFixed
//: safe
//: unit get  [ R v ]
//: unit set  [ W v ]
//: unit inc  [ [ R v ] [ W v ] ]
class DefaultTallyFixed implements Tally {
  private int v;

  @Override public synchronized int get() {
    return v;
  }

  @Override public synchronized void set(int v) {
    this.v = v;
  }

  @Override public synchronized void inc() {
    Tally.super.inc();
  }
}

// A static method of the class that is given one of its objects.
//: class Swapper
//: violates 11:a,b race:a race:b
//: unit swap  [ R a R b W a W b ]
//: unit show  R a R b
class Swapper {
  private int a;
  private int b;

  public synchronized void swap() {
    int t = a;
    a = b;
    b = t;
  }

  public static int show(Swapper s) {
    return s.a + s.b;
  }
}
