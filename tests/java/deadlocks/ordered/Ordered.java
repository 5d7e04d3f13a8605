/** By identity hash code, with a lock for ties: right, and values decide it. */
public class Ordered {
  private static final Object TIE = new Object();
  private int balance;

  private void move(Ordered to, int amount) {
    balance -= amount;
    to.balance += amount;
  }

  public void transfer(Ordered to, int amount) {
    int mine = System.identityHashCode(this), its = System.identityHashCode(to);
    if (mine < its)
      synchronized (this) {
        synchronized (to) {
          move(to, amount);
        }
      }
    else if (mine > its)
      synchronized (to) {
        synchronized (this) {
          move(to, amount);
        }
      }
    else
      synchronized (TIE) {
        synchronized (this) {
          synchronized (to) {
            move(to, amount);
          }
        }
      }
  }
}
