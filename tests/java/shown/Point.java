// nothing changes: safe for that reason
public final class Point {
  private final int x, y;
  public Point(int x, int y) { this.x = x; this.y = y; }
  public int x() { return x; }
  public synchronized int y() { return y; }
}
