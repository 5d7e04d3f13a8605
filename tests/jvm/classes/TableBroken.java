// pattern harmful
import java.util.Hashtable;

/** One call of the Java library takes a lock and makes an access: that is one stop. */
public class TableBroken {
  private final Hashtable<Object, Integer> counts = new Hashtable<>();

  public void count(Object what) {
    Integer n = counts.get(what);
    counts.put(what, n == null ? 1 : n + 1);
  }
}
