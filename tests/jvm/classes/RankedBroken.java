// pattern harmful
public class RankedBroken {
  private int state, a, b;
  public synchronized void reset() { state = 0; }
  public void twice() { reset(); reset(); }
  private synchronized int a() { return a; }
  private synchronized int b() { return b; }
  public synchronized void set(int v) { a = v; b = v; }
  public String toString() { return a() + " " + b(); }
}
