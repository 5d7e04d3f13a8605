import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader becomes a writer without letting go. */
public class Upgrade {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;

  public int get() {
    lock.readLock().lock();
    try {
      if (value == 0)
        fill();
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  private void fill() {
    lock.writeLock().lock();
    try {
      value = 1;
    } finally {
      lock.writeLock().unlock();
    }
  }
}
