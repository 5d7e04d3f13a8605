// none
public class SilentRepaired {
  private boolean full;

  public synchronized void put() { full = true; notifyAll(); }
  public synchronized void take() throws InterruptedException {
    while (!full) wait();
    full = false;
  }
}
