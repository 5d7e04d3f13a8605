// race executed
import java.util.*;

/** Which list is accessed is seen in the method of the library that is called: here it is one, by its
    iterator and as an argument. */
public class ListRace {
  private final List<Object> items = new ArrayList<>();

  public synchronized void add(Object x) { items.add(x); }
  public Object last() {
    Object last = null;
    for (Object x : items) last = x;
    return last;
  }
  public synchronized int size() { return new ArrayList<>(items).size(); }
}
