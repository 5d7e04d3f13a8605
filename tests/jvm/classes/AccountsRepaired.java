// none
public class AccountsRepaired {
  private static final Object all = new Object();
  private int balance;
  public void transfer(AccountsRepaired to, int n) {
    synchronized (all) { synchronized (this) { synchronized (to) { balance -= n; to.balance += n; } } }
  }
}
