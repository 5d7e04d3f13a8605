/** A decorator is younger than what it decorates: no two decorate each other. */
public class Decorator {
  public interface Stream {
    void write(int b);
  }

  public static class Synchronized implements Stream {
    private final Stream inner;
    private int count;

    public Synchronized(Stream inner) {
      this.inner = inner;
    }

    public synchronized void write(int b) {
      count++;
      inner.write(b);
    }
  }
}
