// pattern harmful
public class WaitingQueue {
  private int items, taken;
  public synchronized void put() { items++; notifyAll(); }
  public synchronized int items() { return items; }
  private synchronized void remove() { items--; taken++; }
  public boolean poll() {
    if (items() == 0) return false;
    remove();
    return true;
  }
  public synchronized void take() throws InterruptedException {
    while (items == 0) wait();
    items--;
  }
}
