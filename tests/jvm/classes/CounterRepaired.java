// none
public class CounterRepaired {
  private int n;
  public synchronized void inc() { n++; }
  public synchronized int get() { return n; }
}
