// Work in phases: nobody begins the second one before all have done the first.
public class Phases {
  static final java.util.concurrent.atomic.AtomicInteger done = new java.util.concurrent.atomic.AtomicInteger();

  static void run(boolean right) throws Exception {
    java.util.concurrent.CyclicBarrier barrier = new java.util.concurrent.CyclicBarrier(right ? 3 : 2);
    for (int i = 0; i < 3; i++)
      new Thread(() -> {
        try {
          done.incrementAndGet();
          barrier.await();
          assert done.get() == 3;
        } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
        }
      }).start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
