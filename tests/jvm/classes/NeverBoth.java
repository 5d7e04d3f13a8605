// pattern not executed
public class NeverBoth {
  private int n;
  private static int zero(int x) { return x & 0; }
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void move(int by) { int old = n(); if (zero(by) == 1) set(old + by); }
  public synchronized void clear() { n = 0; }
}
