// deadlock harmful
// The same with locks of java.util.concurrent.
import java.util.concurrent.locks.ReentrantLock;
public class LockedBroken {
  static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
  static int n;
  static void both(ReentrantLock first, ReentrantLock second) {
    first.lock();
    try { second.lock(); try { n++; } finally { second.unlock(); } } finally { first.unlock(); }
  }
  public static void main(String[] args) {
    new Thread(() -> both(a, b)).start();
    both(b, a);
  }
}
