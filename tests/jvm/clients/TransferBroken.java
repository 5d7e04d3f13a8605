// stuck harmful
/** Two objects: each holds its lock and wants that of the other. */
public class TransferBroken {
  private int n;

  public synchronized void add(int m) { n += m; }
  public synchronized void give(TransferBroken other) {
    n--;
    if (other != null) other.add(1);
  }
}
