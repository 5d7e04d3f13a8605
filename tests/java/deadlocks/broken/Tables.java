import java.util.Hashtable;

/** Each table is compared with the other one. */
public class Tables {
  private final Hashtable<String, String> table = new Hashtable<>();

  public boolean isLike(Tables other) {
    return table.equals(other.table);
  }
}
