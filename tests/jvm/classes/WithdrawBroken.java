// pattern harmful
import java.util.concurrent.locks.*;
public class WithdrawBroken {
  private final Lock lock = new ReentrantLock();
  private long balance;
  public void deposit(long amount) {
    lock.lock();
    try { balance += amount; } finally { lock.unlock(); }
  }
  public boolean withdraw(long amount) {
    boolean enough;
    lock.lock();
    try { enough = balance >= amount; } finally { lock.unlock(); }
    if (!enough) return false;
    lock.lock();
    try { balance -= amount; } finally { lock.unlock(); }
    return true;
  }
}
