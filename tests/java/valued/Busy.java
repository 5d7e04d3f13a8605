public class Busy {
  private boolean busy;
  private int a, b;
  public void work() {
    synchronized (this) {
      if (busy) return;
      busy = true;
    }
    a++;
    b = a;
    synchronized (this) { busy = false; }
  }
}
