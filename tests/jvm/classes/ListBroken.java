// pattern executed
// (last() with add(): as a serial order.  Two calls of last() would do harm, but their accesses are
// calls of the library, which a stand-in cannot be seen to make.)
import java.util.*;
public class ListBroken {
  private final List<Object> items = new ArrayList<>();
  public void add(Object x) { synchronized (items) { items.add(x); } }
  public int size() { synchronized (items) { return items.size(); } }
  public Object last() {
    int n = size();
    if (n == 0) return null;
    synchronized (items) { return items.remove(n - 1); }
  }
}
