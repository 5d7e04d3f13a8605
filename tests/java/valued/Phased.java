/* States that follow each other: `n' is written before it is read. */
public class Phased {
  private volatile int state;
  private int n;

  public void init() {
    synchronized (this) {
      if (state != 0)
        return;
      state = 1;
    }
    n = 5;
    state = 2;
  }

  public int read() {
    if (twice(state) == 4)
      return n;
    return -1;
  }

  private static int twice(int x) {
    return x + x;
  }
}
