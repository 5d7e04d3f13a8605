import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A cache that forgets what was not used for the longest time, with a read-write lock.
 * Broken: `get' moves the entry to the front, and holds the lock for readers only.
 */
public class Lru {
  static final class Cache {
    private final ReadWriteLock lock = new ReentrantReadWriteLock ();
    private final Lock whenLooking;
    private final int[] keys = { -1, -1 };
    private final int[] values = new int[2];

    Cache (boolean exclusive) {
      whenLooking = exclusive ? lock.writeLock () : lock.readLock ();
    }

    private int find (int key) {
      for (int i = 0; i < keys.length; i++)
        if (keys[i] == key)
          return i;
      return -1;
    }

    private void moveToFront (int at) {
      int key = keys[at], value = values[at];
      for (int i = at; i > 0; i--) {
        keys[i] = keys[i - 1];
        values[i] = values[i - 1];
      }
      keys[0] = key;
      values[0] = value;
    }

    void put (int key, int value) {
      lock.writeLock ().lock ();
      try {
        int at = find (key);
        if (at < 0)
          at = keys.length - 1;
        keys[at] = key;
        values[at] = value;
        moveToFront (at);
      } finally {
        lock.writeLock ().unlock ();
      }
    }

    int get (int key) {
      whenLooking.lock ();
      try {
        int at = find (key);
        if (at < 0)
          return -1;
        moveToFront (at);
        return values[0];
      } finally {
        whenLooking.unlock ();
      }
    }

    boolean isConsistent () {
      lock.writeLock ().lock ();
      try {
        return keys[0] != keys[1];
      } finally {
        lock.writeLock ().unlock ();
      }
    }
  }

  static void use (Cache cache) throws InterruptedException {
    cache.put (1, 10);
    cache.put (2, 20);
    Thread one = new Thread (() -> cache.get (1));
    Thread two = new Thread (() -> cache.get (2));
    one.start ();
    two.start ();
    one.join ();
    two.join ();
    assert cache.isConsistent () : "an entry is there twice, another one is lost";
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      use (new Cache (false));
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      use (new Cache (true));
    }
  }
}
