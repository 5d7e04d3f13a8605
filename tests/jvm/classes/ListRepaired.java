// none
import java.util.*;
public class ListRepaired {
  private final List<Object> items = new ArrayList<>();
  public void add(Object x) { synchronized (items) { items.add(x); } }
  public int size() { synchronized (items) { return items.size(); } }
  public Object last() {
    synchronized (items) {
      int n = items.size();
      return n == 0 ? null : items.remove(n - 1);
    }
  }
}
