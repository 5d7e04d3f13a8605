/** Locks that were made for private fields and never leave them are nobody else's. */
public class Private {
  private static final Object STATIC = new Object();
  private final Object lock = new Object();
  private final StringBuffer text = new StringBuffer();
  private int n;

  public void one() {
    synchronized (STATIC) {
      synchronized (lock) {
        n++;
      }
    }
  }

  public void append(StringBuffer to) {
    to.append(text);
  }

  public static class Wrapper {
    private Object mutex;
    private int n;

    public void use(Object mutex) {
      this.mutex = mutex;
    }

    public void set(Private other) {
      synchronized (mutex) {
        other.one();
        n++;
      }
    }
  }
}
