/** Each writes to the next one: a deadlock if there is a circle of them. */
public class Chain {
  private Chain next;
  private int n;

  public void link(Chain next) {
    this.next = next;
  }

  public synchronized void write() {
    n++;
    if (next != null) {
      next.write();
    }
  }
}
