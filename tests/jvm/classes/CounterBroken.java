// race harmful
public class CounterBroken {
  private int n;
  public void inc() { n++; }
  public synchronized int get() { return n; }
}
