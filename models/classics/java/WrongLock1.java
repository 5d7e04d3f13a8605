// 1 thread with the wrong lock.
public class WrongLock1 {
  static final Object lock = new Object(), other = new Object();
  static int value;

  static void increment(Object guard) {
    synchronized (guard) {
      int x = value;
      value = x + 1;
      assert value == x + 1;
    }
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> increment(lock)).start();
    for (int i = 0; i < 1; i++)
      new Thread(() -> increment(right ? lock : other)).start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
