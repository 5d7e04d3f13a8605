// stuck harmful
// The state is read without the lock; the signal comes between that and await.
import java.util.concurrent.locks.*;
public class MissedSignalBroken {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition ready = lock.newCondition();
  static volatile boolean set;
  public static void main(String[] a) throws Exception {
    new Thread(() -> { lock.lock(); try { set = true; ready.signalAll(); } finally { lock.unlock(); } }).start();
    if (!set) {
      lock.lock();
      try { ready.await(); } finally { lock.unlock(); }
    }
  }
}
