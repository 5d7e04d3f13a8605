// pattern harmful
import java.util.concurrent.locks.*;
public class ConditionQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition some = lock.newCondition();
  private int n;
  public void put() { lock.lock(); try { n++; some.signalAll(); } finally { lock.unlock(); } }
  public int size() { lock.lock(); try { return n; } finally { lock.unlock(); } }
  public void take() throws InterruptedException {
    lock.lock();
    try { while (n == 0) some.await(); n--; } finally { lock.unlock(); }
  }
  private void remove() { lock.lock(); try { n--; } finally { lock.unlock(); } }
  public boolean poll() { if (size() == 0) return false; remove(); return true; }
}
