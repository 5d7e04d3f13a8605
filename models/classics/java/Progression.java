// Two threads take turns with conditions: one of them adds, the other one checks.
public class Progression {
  static final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
  static final java.util.concurrent.locks.Condition empty = lock.newCondition(), full = lock.newCondition();
  static int num, total;

  static void run(boolean right) throws Exception {
    Thread adder = new Thread(() -> {
      for (int i = 0; i < 2; i++) {
        lock.lock();
        try {
          if (right) while (num > 0) empty.await();
          else if (num > 0) empty.await();
          num++;
          full.signal();
        } catch (InterruptedException e) {
        } finally { lock.unlock(); }
      }
    });
    Thread taker = new Thread(() -> {
      for (int i = 0; i < 2; i++) {
        lock.lock();
        try {
          if (right) while (num == 0) full.await();
          else if (num == 0) full.await();
          assert num == 1;
          total += num;
          num--;
          empty.signal();
        } catch (InterruptedException e) {
        } finally { lock.unlock(); }
      }
    });
    adder.start();
    taker.start();
    adder.join();
    taker.join();
    assert total == 2;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
