// none
import java.util.concurrent.*;
public class LazyTaskRepaired {
  static volatile boolean ready;
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    ready = true;
    pool.submit(() -> {
      assert ready;
    });
    pool.shutdown();
  }
}
