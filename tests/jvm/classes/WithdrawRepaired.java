// none
import java.util.concurrent.locks.*;
public class WithdrawRepaired {
  private final Lock lock = new ReentrantLock();
  private long balance;
  public void deposit(long amount) {
    lock.lock();
    try { balance += amount; } finally { lock.unlock(); }
  }
  public boolean withdraw(long amount) {
    lock.lock();
    try {
      if (balance < amount) return false;
      balance -= amount;
      return true;
    } finally { lock.unlock(); }
  }
}
