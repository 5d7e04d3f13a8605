// none
public class TransfersRepaired {
  static class Account {
    int balance = 10;
    void give(Account to, int n) { synchronized (this) { balance -= n; } to.take(n); }
    synchronized void take(int n) { balance += n; }
  }
  public static void main(String[] args) throws Exception {
    Account a = new Account(), b = new Account();
    Thread one = new Thread(() -> a.give(b, 1)), two = new Thread(() -> b.give(a, 2));
    one.start(); two.start();
    one.join(); two.join();
  }
}
