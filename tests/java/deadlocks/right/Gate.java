/** As Accounts, but all transfers are under one lock. */
public class Gate {
  private static final Object TRANSFERS = new Object();
  private int balance;

  public synchronized void deposit(int amount) {
    balance += amount;
  }

  public void transfer(Gate to, int amount) {
    synchronized (TRANSFERS) {
      synchronized (this) {
        balance -= amount;
        to.deposit(amount);
      }
    }
  }
}
