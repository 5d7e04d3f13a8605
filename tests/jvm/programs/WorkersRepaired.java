// none
// Three tasks for a pool of two threads: the third one runs in a thread that is there already.
import java.util.concurrent.*;
public class WorkersRepaired {
  static volatile int sum;
  static synchronized void add(int n) { int old = sum; sum = old + n; }
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> one = pool.submit(() -> add(1));
    one.get();
    Future<?> two = pool.submit(() -> add(2)), three = pool.submit(() -> add(4));
    two.get();
    three.get();
    pool.shutdown();
    assert sum == 7;
  }
}
