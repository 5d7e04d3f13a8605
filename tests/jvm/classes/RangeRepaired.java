// none
public class RangeRepaired {
  private int low, high = 2;
  public synchronized int low() { return low; }
  public synchronized int high() { return high; }
  public synchronized void move(int by) { low += by; high += by; }
  public synchronized int width() { return high() - low(); }
}
