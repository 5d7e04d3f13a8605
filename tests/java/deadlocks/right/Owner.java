/** Each object has a lock of its own, which nobody else's is; the order is always the same. */
public class Owner {
  private final Object lock = new Object();
  private int n;

  public void one() {
    synchronized (this) {
      synchronized (lock) {
        n++;
      }
    }
  }

  public synchronized void two(Owner other) {
    synchronized (lock) {
      n = 0;
    }
  }
}
