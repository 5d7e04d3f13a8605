// Arrays: the contents of an array in a field are one location.

// Two arrays that belong together.
//: class Pairs
//: violates 6:keys[],values[] 1:size
//: unit put  [ R size ] W keys[] W values[] [ R size W size ]
//: unit get  [ R keys[] R values[] ]
class Pairs {
  private final int[] keys = new int[10];
  private final int[] values = new int[10];
  private int size;

  private synchronized int size() {
    return size;
  }

  public void put(int k, int v) {
    int i = size();
    keys[i] = k;
    values[i] = v;
    synchronized (this) {
      size++;
    }
  }

  public synchronized int get(int i) {
    return keys[i] + values[i];
  }
}

//: class PairsFixed
//: safe
//: unit put  [ R size W keys[] R size W values[] R size W size ]
//: unit get  [ R keys[] R values[] ]
class PairsFixed {
  private final int[] keys = new int[10];
  private final int[] values = new int[10];
  private int size;

  public synchronized void put(int k, int v) {
    keys[size] = k;
    values[size] = v;
    size++;
  }

  public synchronized int get(int i) {
    return keys[i] + values[i];
  }
}

// An array that is replaced when it is full: the field is a location, its contents
// another.
//: class Growing
//: violates race:data
//: unit add   [ R size R data ( . | R size ( R data R data[] )* W data ) R data R size W size W data[] ]
//: unit room  R data
class Growing {
  private long[] data = new long[4];
  private int size;

  public synchronized void add(long x) {
    if (size == data.length) {
      long[] more = new long[2 * size];
      for (int i = 0; i < more.length / 2; i++)
        more[i] = data[i];
      data = more;
    }
    data[size++] = x;
  }

  public int room() {
    return data.length;
  }
}

// Arrays of arrays: one location for all cells.  A row is not told from a cell.
//: class Grid
//: violates 1:cells[] race:cells[]
//: unit set  [ R cells[] W cells[] ]
//: unit inc  R cells[] R cells[] W cells[]
class Grid {
  private final int[][] cells = new int[8][8];

  public synchronized void set(int i, int j, int v) {
    cells[i][j] = v;
  }

  public void inc(int i, int j) {
    cells[i][j]++;
  }
}

//: class GridFixed
//: safe
//: unit set  [ R cells[] W cells[] ]
//: unit inc  [ R cells[] R cells[] W cells[] ]
class GridFixed {
  private final int[][] cells = new int[8][8];

  public synchronized void set(int i, int j, int v) {
    cells[i][j] = v;
  }

  public synchronized void inc(int i, int j) {
    cells[i][j]++;
  }
}

// An array that is local to a call is nobody else's.
//: class Local
//: safe
//: unit sum  [ R n ]
//: unit set  [ W n ]
class Local {
  private int n;

  private static int sum(int[] xs) {
    int s = 0;
    for (int i = 0; i < xs.length; i++) {
      xs[i]++;
      s += xs[i];
    }
    return s;
  }

  public int sum() {
    int k;
    synchronized (this) {
      k = n;
    }
    return sum(new int[] { k, 2, 3 });
  }

  public synchronized void set(int v) {
    n = v;
  }
}
