// A semaphore lets as many in as there are places.
public class Permits {
  static volatile boolean used;

  static void run(boolean right) throws Exception {
    java.util.concurrent.Semaphore places = new java.util.concurrent.Semaphore(right ? 1 : 2);
    for (int i = 0; i < 2; i++)
      new Thread(() -> {
        try {
          places.acquire();
          assert !used;
          used = true;
          used = false;
          places.release();
        } catch (InterruptedException e) {
        }
      }).start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
