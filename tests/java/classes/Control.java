// Branches, switches on strings, loops, recursion, varargs.

// A switch on strings calls hashCode () and equals () of a string: nothing shared.
//: class Commands
//: violates 1:n 2:n race:n
//: unit run   ( R n W n | W n | [ R n W n ] | . )
//: unit test  ( R n | R n R n )
class Commands {
  private int n;

  public void run(String command) {
    switch (command) {
      case "inc":
        n++;
        break;
      case "reset":
        n = 0;
        break;
      case "dec":
        synchronized (this) {
          n--;
        }
        break;
      default:
        break;
    }
  }

  public boolean test() {
    return n == 0 || n == 1;
  }
}

//: class CommandsFixed
//: safe
//: unit run   [ ( R n W n | W n | [ R n W n ] | . ) ]
//: unit test  [ ( R n | R n R n ) ]
class CommandsFixed {
  private int n;

  public synchronized void run(String command) {
    switch (command) {
      case "inc":
        n++;
        break;
      case "reset":
        n = 0;
        break;
      case "dec":
        synchronized (this) {
          n--;
        }
        break;
      default:
        break;
    }
  }

  public synchronized boolean test() {
    return n == 0 || n == 1;
  }
}

// The monitor is taken in each round of a loop, and left with break, continue, return.
//: class Rounds
//: violates 1:n 2:n
//: unit set    [ W n ]
//: unit drain  ( [ R n ( . | R n R n W n ) ] )* ( . | [ R n R n ] )
class Rounds {
  private int n;

  public synchronized void set(int v) {
    n = v;
  }

  public boolean drain(int times) {
    for (int i = 0; i < times; i++) {
      synchronized (this) {
        if (n == 0)
          continue;
        if (n < 0)
          break;
        n--;
      }
    }
    return times > 0;
  }
}

// Recursion stays recursion.
//: class Recursive
//: violates 1:depth 2:depth
//: proc down  [ R depth W depth ] ( . | call down )
//: unit down  call down
//: unit get   [ R depth ]
class Recursive {
  private int depth;

  public void down(int k) {
    synchronized (this) {
      depth++;
    }
    if (k > 0)
      down(k - 1);
  }

  public synchronized int get() {
    return depth;
  }
}

//: class RecursiveFixed
//: safe
//: proc down  [ R depth W depth ( . | call down ) ]
//: unit down  call down
//: unit get   [ R depth ]
class RecursiveFixed {
  private int depth;

  public synchronized void down(int k) {
    depth++;
    if (k > 0)
      down(k - 1);
  }

  public synchronized int get() {
    return depth;
  }
}

// Variable arguments arrive in a fresh array, which nobody else can see.
//: class Varargs
//: violates 1:sum 2:sum 5:sum
//: unit add  ( [ R sum W sum ] )*
//: unit one  ( [ R sum W sum ] )*
class Varargs {
  private int sum;

  public void add(int... xs) {
    for (int x : xs)
      synchronized (this) {
        sum += x;
      }
  }

  public void one() {
    add(1, 2);
  }
}

//: class VarargsFixed
//: safe
//: unit add  [ ( R sum W sum )* ]
//: unit one  [ ( R sum W sum )* ]
class VarargsFixed {
  private int sum;

  public synchronized void add(int... xs) {
    for (int x : xs)
      sum += x;
  }

  public void one() {
    add(1, 2);
  }
}

// Seventy locals: none is forgotten, and the lock is in the last of them.
//: class ManyLocals
//: safe
//: unit set  lock< W x R x >
//: unit get  lock< R x >
class ManyLocals {
  private final Object lock = new Object();
  private int x;

  public int set(int v) {
    int a0 = v, a1 = a0 + 1, a2 = a1 + 1, a3 = a2 + 1, a4 = a3 + 1, a5 = a4 + 1, a6 = a5 + 1;
    int b0 = v, b1 = b0 + 1, b2 = b1 + 1, b3 = b2 + 1, b4 = b3 + 1, b5 = b4 + 1, b6 = b5 + 1;
    int c0 = v, c1 = c0 + 1, c2 = c1 + 1, c3 = c2 + 1, c4 = c3 + 1, c5 = c4 + 1, c6 = c5 + 1;
    int d0 = v, d1 = d0 + 1, d2 = d1 + 1, d3 = d2 + 1, d4 = d3 + 1, d5 = d4 + 1, d6 = d5 + 1;
    int e0 = v, e1 = e0 + 1, e2 = e1 + 1, e3 = e2 + 1, e4 = e3 + 1, e5 = e4 + 1, e6 = e5 + 1;
    int f0 = v, f1 = f0 + 1, f2 = f1 + 1, f3 = f2 + 1, f4 = f3 + 1, f5 = f4 + 1, f6 = f5 + 1;
    int g0 = v, g1 = g0 + 1, g2 = g1 + 1, g3 = g2 + 1, g4 = g3 + 1, g5 = g4 + 1, g6 = g5 + 1;
    int h0 = v, h1 = h0 + 1, h2 = h1 + 1, h3 = h2 + 1, h4 = h3 + 1, h5 = h4 + 1, h6 = h5 + 1;
    int i0 = v, i1 = i0 + 1, i2 = i1 + 1, i3 = i2 + 1, i4 = i3 + 1, i5 = i4 + 1, i6 = i5 + 1;
    int j0 = v, j1 = j0 + 1, j2 = j1 + 1, j3 = j2 + 1, j4 = j3 + 1, j5 = j4 + 1, j6 = j5 + 1;
    Object held = lock;
    synchronized (held) {
      x = a6 + b6 + c6 + d6 + e6 + f6 + g6 + h6 + i6 + j6;
      return x;
    }
  }

  public int get() {
    synchronized (lock) {
      return x;
    }
  }
}
