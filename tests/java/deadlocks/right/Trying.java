import java.util.concurrent.locks.ReentrantLock;

/** The second lock is only tried for. */
public class Trying {
  private final ReentrantLock lock = new ReentrantLock();
  private int balance;

  public boolean transfer(Trying to, int amount) {
    lock.lock();
    try {
      if (!to.lock.tryLock())
        return false;
      try {
        balance -= amount;
        to.balance += amount;
        return true;
      } finally {
        to.lock.unlock();
      }
    } finally {
      lock.unlock();
    }
  }
}
