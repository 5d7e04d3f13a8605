// stuck harmful
/** Waits for a Condition that nobody signals. */
import java.util.concurrent.locks.*;
public class SignalBroken {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private boolean full;

  public void put() {
    lock.lock();
    try { full = true; } finally { lock.unlock(); }
  }
  public void take() throws InterruptedException {
    lock.lock();
    try { while (!full) filled.await(); full = false; } finally { lock.unlock(); }
  }
}
