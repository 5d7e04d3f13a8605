// stuck harmful
/** Who waits keeps the outer lock, which whoever could wake him needs. */
public class NestedBroken {
  private final Object outer = new Object(), inner = new Object();
  private boolean full;

  public void put() throws InterruptedException {
    synchronized (outer) { synchronized (inner) { while (full) inner.wait(); full = true; inner.notifyAll(); } }
  }
  public void take() throws InterruptedException {
    synchronized (outer) { synchronized (inner) { while (!full) inner.wait(); full = false; inner.notifyAll(); } }
  }
}
