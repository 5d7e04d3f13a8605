// deadlock harmful
import java.util.concurrent.locks.ReentrantLock;
public class LocksBroken {
  private final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
  private int n;
  public void one() {
    a.lock();
    try { b.lock(); try { n++; } finally { b.unlock(); } } finally { a.unlock(); }
  }
  public void two() {
    b.lock();
    try { a.lock(); try { n--; } finally { a.unlock(); } } finally { b.unlock(); }
  }
}
