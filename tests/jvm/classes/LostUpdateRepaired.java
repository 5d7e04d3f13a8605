// none
public class LostUpdateRepaired {
  private int balance;
  public synchronized int balance() { return balance; }
  public synchronized void set(int b) { balance = b; }
  public synchronized void deposit(int amount) { set(balance() + amount); }
}
