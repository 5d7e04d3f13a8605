// A task of a pool computes, and its result is waited for.
public class Results {
  static int sum;

  static void run(boolean right) throws Exception {
    java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(2);
    java.util.concurrent.Future<?> a = pool.submit(() -> { sum = 4; });
    if (right) a.get();
    assert sum == 4;
    pool.shutdown();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
