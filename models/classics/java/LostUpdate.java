// A counter without a lock that is read and written in two pieces.
public class LostUpdate {
  static volatile int counter;
  static final java.util.concurrent.atomic.AtomicInteger atomic = new java.util.concurrent.atomic.AtomicInteger();

  static void run(boolean right) throws Exception {
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(() -> {
        for (int k = 0; k < 2; k++)
          if (right) atomic.incrementAndGet();
          else counter = counter + 1;
      });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    assert (right ? atomic.get() : counter) == 4;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
