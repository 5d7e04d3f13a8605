import java.util.concurrent.*;

/** Two tasks, each in a virtual thread of its own, add to one number in two pieces. */
public class Tasks {
  static volatile int n;
  public static void main(String[] a) throws Exception {
    try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) {
      e.submit(() -> { int o = n; n = o + 1; });
      e.submit(() -> { int o = n; n = o + 1; });
    }
    assert n == 2;
  }
}
