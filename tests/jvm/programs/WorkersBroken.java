// assert:16 harmful
// Three tasks for a pool of two threads: the third one runs in a thread that is there already.
import java.util.concurrent.*;
public class WorkersBroken {
  static volatile int sum;
  static void add(int n) { int old = sum; sum = old + n; }
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> one = pool.submit(() -> add(1));
    one.get();
    Future<?> two = pool.submit(() -> add(2)), three = pool.submit(() -> add(4));
    two.get();
    three.get();
    pool.shutdown();
    // The third task read before the second one wrote.
    assert sum == 7;
  }
}
