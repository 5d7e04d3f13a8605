// assert harmful
/** Which numbers are given matters: two small ones go together, two large ones do not. */
public class LimitBroken {
  private int used;

  private synchronized int used() { return used; }
  private synchronized void add(int n) { used += n; }
  public void take(int n) {
    if (n < 1 || n > 10 || used() + n > 10) return;
    add(n);
    assert used() <= 10;
  }
}
