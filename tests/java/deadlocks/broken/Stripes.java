import java.util.concurrent.locks.ReentrantLock;

/** Two stripes are locked in the order of the arguments. */
public class Stripes {
  private final ReentrantLock[] locks = new ReentrantLock[16];
  private final int[] values = new int[16];

  public Stripes() {
    for (int i = 0; i < 16; i++)
      locks[i] = new ReentrantLock();
  }

  public void move(int from, int to) {
    ReentrantLock one = locks[from];
    ReentrantLock two = locks[to];
    one.lock();
    try {
      two.lock();
      try {
        values[to] += values[from];
        values[from] = 0;
      } finally {
        two.unlock();
      }
    } finally {
      one.unlock();
    }
  }
}
