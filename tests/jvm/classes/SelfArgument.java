// pattern harmful
public class SelfArgument {
  private int n = 1;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void take(SelfArgument other) { set(n() + other.n()); }
}
