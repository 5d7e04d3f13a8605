/** The locks of two accounts, that of the lesser first: who is that, values decide. */
public class SortedLocks {
  private final int id;
  private final Object lock = new Object();
  private int n;

  public SortedLocks(int id) {
    this.id = id;
  }

  public void join(SortedLocks other) {
    SortedLocks first = id < other.id ? this : other;
    SortedLocks second = id < other.id ? other : this;
    synchronized (first.lock) {
      synchronized (second.lock) {
        n++;
      }
    }
  }
}
