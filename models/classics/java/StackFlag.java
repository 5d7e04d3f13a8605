// A stack whose consumer looks at the top before it takes the lock.
public class StackFlag {
  static final int[] data = new int[4];
  static int top;
  static final Object lock = new Object();

  static void push(int x) {
    synchronized (lock) { data[top] = x; top++; }
  }

  static void pop(boolean right) {
    if (right) {
      synchronized (lock) { if (top > 0) { top--; assert top >= 0; } }
      return;
    }
    boolean some;
    synchronized (lock) { some = top > 0; }
    if (some)
      synchronized (lock) { top--; assert top >= 0; }
  }

  static void run(boolean right) throws Exception {
    push(5);
    Thread t = new Thread(() -> pop(right)), u = new Thread(() -> pop(right));
    t.start();
    u.start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
