/** A helper calls a method of an object of which nothing is known; its caller has a lock. */
public class Around {
  private int n;

  public synchronized void set(Object key) {
    n = length(key);
  }

  private static int length(Object key) {
    return key.toString().length();
  }

  public static class Name {
    private String first = "";

    public synchronized void rename(String name) {
      first = name;
    }

    @Override
    public synchronized String toString() {
      return first;
    }
  }
}
