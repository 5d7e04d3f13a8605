// a map that is handed out
import java.util.*;
public class Names {
  private final Map<String,Integer> map = new HashMap<>();
  public synchronized void put(String k, int v) { map.put(k, v); }
  public int getOrAdd(String k) {
    synchronized (this) { Integer v = map.get(k); if (v != null) return v; }
    synchronized (this) { map.put(k, 0); }
    return 0;
  }
  public synchronized Map<String,Integer> all() { return map; }
}
