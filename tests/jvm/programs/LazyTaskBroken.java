// assert:9 harmful
// A task that fails: its Future keeps the error.
import java.util.concurrent.*;
public class LazyTaskBroken {
  static volatile boolean ready;
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.submit(() -> {
      assert ready;
    });
    ready = true;
    pool.shutdown();
  }
}
