// pattern executed
public class TickingHarmless {
  private int state;
  private volatile int ticks;
  public TickingHarmless() {
    Thread clock = new Thread() {
      public void run() {
        try {
          while (true) { ticks = ticks + 1; Thread.sleep(1); }
        } catch (InterruptedException e) { }
      }
    };
    clock.setDaemon(true);
    clock.start();
  }
  public synchronized void reset() { state = 0; }
  public void twice() { reset(); reset(); }
}
