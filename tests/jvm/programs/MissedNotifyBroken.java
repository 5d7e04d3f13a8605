// stuck harmful
// The one notify comes before the second one waits.
public class MissedNotifyBroken {
  static class Box {
    private boolean full;
    synchronized void put() { full = true; notify(); }
    synchronized boolean isFull() { return full; }
    synchronized void take() throws InterruptedException { while (!full) wait(); full = false; }
    void takeIf() throws InterruptedException { if (isFull()) take(); }
  }
  public static void main(String[] a) throws Exception {
    Box b = new Box();
    Runnable r = () -> { try { b.takeIf(); } catch (InterruptedException e) { } };
    Thread x = new Thread(r), y = new Thread(r);
    b.put();
    x.start(); y.start(); x.join(); y.join();
  }
}
