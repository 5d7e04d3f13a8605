// pattern harmful
/** What goes wrong needs three calls before, of two methods among many that change nothing. */
public class LateBroken {
  private boolean open;
  private int items, taken;

  public synchronized int getItems() { return items; }
  public synchronized int getTaken() { return taken; }
  public synchronized boolean isOpen() { return open; }
  public synchronized boolean isFull() { return items > 1; }
  public synchronized boolean isEmpty() { return items == 0; }
  public synchronized int size() { return items; }
  public synchronized int getRest() { return items - taken; }
  public synchronized void open() { open = true; }
  public synchronized void fill() { if (open) items++; }

  public void take() {
    int left;
    synchronized (this) { left = items; }
    if (left > 1) {
      synchronized (this) { taken++; items = left - 1; }
    }
  }
}
