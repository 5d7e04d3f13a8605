// Methods that are synchronized, and methods that are not.

//: class Counter
//: violates 1:n race:n
//: unit inc  R n W n
//: unit get  R n
class Counter {
  private int n;

  public void inc() {
    n++;
  }

  public int get() {
    return n;
  }
}

// Every access is an access alone, so no pattern fits; but the read is a race.
//: class CounterHalf
//: violates race:n
//: unit inc  [ R n W n ]
//: unit get  R n
class CounterHalf {
  private int n;

  public synchronized void inc() {
    n++;
  }

  public int get() {
    return n;
  }
}

//: class CounterFixed
//: safe
//: unit inc  [ R n W n ]
//: unit get  [ R n ]
class CounterFixed {
  private int n;

  public synchronized void inc() {
    n++;
  }

  public synchronized int get() {
    return n;
  }
}

// volatile: no race, and a lost update all the same.
//: class CounterVolatile
//: violates 1:n
//: volatile n
//: unit inc  R n W n
//: unit get  R n
class CounterVolatile {
  private volatile int n;

  public void inc() {
    n++;
  }

  public int get() {
    return n;
  }
}
