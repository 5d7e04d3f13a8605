/** As Accounts, but the first lock is given back before the second one is taken. */
public class LetsGo {
  private int balance;

  public synchronized void deposit(int amount) {
    balance += amount;
  }

  public void transfer(LetsGo to, int amount) {
    synchronized (this) {
      balance -= amount;
    }
    to.deposit(amount);
  }
}
