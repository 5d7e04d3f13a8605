// none
import java.util.concurrent.locks.ReentrantLock;
public class LocksRepaired {
  private final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
  private int n;
  public void one() {
    a.lock();
    try { b.lock(); try { n++; } finally { b.unlock(); } } finally { a.unlock(); }
  }
  public void two() {
    a.lock();
    try { b.lock(); try { n--; } finally { b.unlock(); } } finally { a.unlock(); }
  }
}
