// Two locks, and a second reader that thinks it holds the lock of the first.
public class Carter {
  static final Object m = new Object(), l = new Object();
  static int a, b, data;

  static void first(boolean right) {
    synchronized (m) { a++; if (a == 1) data++; }
    synchronized (m) { if (right) a--; if (a == 0) data--; }
  }

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> first(right)), u = new Thread(() -> first(right));
    t.start();
    u.start();
    t.join();
    u.join();
    assert data == 0;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
