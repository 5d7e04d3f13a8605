// none
import java.util.concurrent.locks.*;
public class MissedSignalRepaired {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition ready = lock.newCondition();
  static volatile boolean set;
  public static void main(String[] a) throws Exception {
    new Thread(() -> { lock.lock(); try { set = true; ready.signalAll(); } finally { lock.unlock(); } }).start();
    lock.lock();
    try { while (!set) ready.await(); } finally { lock.unlock(); }
  }
}
