// A lock made of one number.
public class SpinLock {
  static final java.util.concurrent.atomic.AtomicInteger lock = new java.util.concurrent.atomic.AtomicInteger();
  static volatile int inside;

  static void enter(boolean right) {
    if (right) {
      while (!lock.compareAndSet(0, 1)) { }
    } else {
      while (lock.get() != 0) { }
      lock.set(1);
    }
    inside = inside + 1;
    assert inside == 1;
    inside = inside - 1;
    lock.set(0);
  }

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> enter(right));
    t.start();
    enter(right);
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
