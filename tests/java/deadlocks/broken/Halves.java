import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Both halves of a read-write lock are in fields: the reader of one table writes the other one. */
public class Halves {
  private final Lock reading;
  private final Lock writing;
  private int sum;

  public Halves() {
    ReadWriteLock both = new ReentrantReadWriteLock();
    reading = both.readLock();
    writing = both.writeLock();
  }

  private void put(int value) {
    writing.lock();
    try {
      sum += value;
    } finally {
      writing.unlock();
    }
  }

  public void copy(Halves to) {
    reading.lock();
    try {
      to.put(sum);
    } finally {
      reading.unlock();
    }
  }
}
