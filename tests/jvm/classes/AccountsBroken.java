// deadlock harmful
public class AccountsBroken {
  private int balance;
  public void transfer(AccountsBroken to, int n) {
    synchronized (this) { synchronized (to) { balance -= n; to.balance += n; } }
  }
}
