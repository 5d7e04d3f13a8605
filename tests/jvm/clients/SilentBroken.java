// stuck harmful
/** Nobody tells those who wait. */
public class SilentBroken {
  private boolean full;

  public synchronized void put() { full = true; }
  public synchronized void take() throws InterruptedException {
    while (!full) wait();
    full = false;
  }
}
