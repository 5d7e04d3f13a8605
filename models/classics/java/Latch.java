// Results are read after a latch, or before.
public class Latch {
  static final int[] results = new int[2];

  static void run(boolean right) throws Exception {
    java.util.concurrent.CountDownLatch latch = new java.util.concurrent.CountDownLatch(right ? 2 : 1);
    for (int i = 0; i < 2; i++) {
      int me = i;
      new Thread(() -> {
        results[me] = me + 1;
        latch.countDown();
      }).start();
    }
    latch.await();
    assert results[0] + results[1] == 3;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
