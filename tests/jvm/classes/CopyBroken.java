// pattern harmful
public class CopyBroken {
  private int left, right;
  public synchronized void move() { left--; right++; }
  public synchronized void set(int v) { left = v; right = 0; }
  private synchronized int left() { return left; }
  private synchronized int right() { return right; }
  public synchronized int sum(CopyBroken other) { return other.left() + other.right(); }
}
