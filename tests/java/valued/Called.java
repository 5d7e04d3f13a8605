/* Code that is not known may call back while the lock is held: values say nothing. */
public class Called {
  public interface Listener {
    void happened();
  }

  private boolean inside;
  private int n;

  public synchronized void set(Listener listener) {
    inside = false;
    listener.happened();
    if (inside)
      n++;
  }

  public synchronized void mark() {
    inside = true;
  }

  public int get() {
    return n;
  }
}
