// One table holds a value, another one that plus 1: they are written under two locks.
public class TwoStage {
  static final Object first = new Object(), second = new Object();
  static int data1, data2;

  static void write(boolean right) {
    synchronized (first) {
      data1 = 1;
      if (right)
        synchronized (second) { data2 = data1 + 1; }
    }
    if (!right)
      synchronized (second) { data2 = data1 + 1; }
  }

  static void read(boolean right) {
    int one, two;
    synchronized (first) {
      one = data1;
      if (one == 0) return;
      if (right)
        synchronized (second) { assert data2 == one + 1; }
    }
    if (!right)
      synchronized (second) { two = data2; assert two == one + 1; }
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> write(right)).start();
    new Thread(() -> read(right)).start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
