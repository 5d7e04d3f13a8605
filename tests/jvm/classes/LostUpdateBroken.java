// pattern harmful
public class LostUpdateBroken {
  private int balance;
  public synchronized int balance() { return balance; }
  public synchronized void set(int b) { balance = b; }
  public void deposit(int amount) { set(balance() + amount); }
}
