import java.util.concurrent.locks.ReentrantLock;

/** The first lock is only tried for, the second one is waited for. */
public class TriesFirst {
  private final ReentrantLock lock = new ReentrantLock();
  private int value;

  public void move(TriesFirst other) {
    if (lock.tryLock()) {
      try {
        other.lock.lock();
        try {
          value += other.value;
        } finally {
          other.lock.unlock();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
