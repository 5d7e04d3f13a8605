public class BusyBroken {
  private boolean busy;
  private int a, b;
  public void work() {
    synchronized (this) {
      if (busy) return;
    }
    synchronized (this) { busy = true; }
    a++;
    b = a;
    synchronized (this) { busy = false; }
  }
}
