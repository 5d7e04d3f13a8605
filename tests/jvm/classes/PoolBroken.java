// pattern harmful
import java.util.ArrayDeque;
/* A pool: what is given back is counted in two pieces, if the pool has given it. */
public class PoolBroken {
  private final java.util.Set<Object> out = new java.util.HashSet<>();
  private int back;
  public synchronized Object borrow() { Object o = new Object(); out.add(o); return o; }
  private synchronized boolean isOut(Object o) { return out.contains(o); }
  private synchronized int back() { return back; }
  private synchronized void back(int n) { back = n; }
  public void giveBack(Object o) {
    if (!isOut(o)) throw new IllegalStateException();
    back(back() + 1);
  }
}
