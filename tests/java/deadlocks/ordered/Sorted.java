/** Two accounts, the lesser first: who is that, values decide. */
public class Sorted {
  private final int id;
  private int n;

  public Sorted(int id) {
    this.id = id;
  }

  public void join(Sorted other) {
    Sorted first = id < other.id ? this : other;
    Sorted second = id < other.id ? other : this;
    synchronized (first) {
      synchronized (second) {
        n++;
      }
    }
  }
}
