/* A flag that is read and written without a lock is no protection. */
public class Racing {
  private boolean busy;
  private int a;

  public void work() {
    if (busy)
      return;
    busy = true;
    synchronized (this) {
      a++;
    }
    busy = false;
  }
}
