import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** One half of the lock is kept in a field, the other way round it is asked for. */
class Kept {
  static class Store {
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    private final Lock writing = both.writeLock();
    private int sum;

    public void put(int value) {
      writing.lock();
      try {
        sum += value;
      } finally {
        writing.unlock();
      }
    }

    public void flush(Index index) {
      both.writeLock().lock();
      try {
        index.add(sum);
      } finally {
        both.writeLock().unlock();
      }
    }
  }

  static class Index {
    private int last;

    public synchronized void add(int value) {
      last = value;
    }

    public synchronized void store(Store store) {
      store.put(last);
    }
  }
}
