import java.util.concurrent.locks.*;
public class Prices {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int looked;
  public int look() {
    lock.readLock().lock();
    try {
      return ++looked;
    } finally {
      lock.readLock().unlock();
    }
  }
  public void reset() {
    lock.writeLock().lock();
    looked = 0;
    lock.writeLock().unlock();
  }
}
