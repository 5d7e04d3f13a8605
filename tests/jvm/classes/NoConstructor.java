// pattern not executed
public class NoConstructor {
  private int n;
  private NoConstructor(NoConstructor other) { n = other.n; }
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() { set(n() + 1); }
}
