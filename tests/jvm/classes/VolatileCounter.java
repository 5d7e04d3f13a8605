// pattern harmful
public class VolatileCounter {
  private volatile int n;
  private int other;
  public void inc() { n++; }
  public synchronized int get() { return other + n; }
}
