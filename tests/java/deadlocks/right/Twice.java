/** A monitor that its thread has already. */
public class Twice {
  private int n;

  public synchronized void add(int k) {
    n += k;
  }

  public synchronized void addTwice(int k) {
    add(k);
    synchronized (this) {
      add(k);
    }
  }
}
