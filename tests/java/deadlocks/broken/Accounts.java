/** Two accounts that transfer to each other. */
public class Accounts {
  private int balance;

  public synchronized void deposit(int amount) {
    balance += amount;
  }

  public synchronized void transfer(Accounts to, int amount) {
    balance -= amount;
    to.deposit(amount);
  }
}
