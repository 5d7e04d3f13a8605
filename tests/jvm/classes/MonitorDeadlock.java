// deadlock harmful
public class MonitorDeadlock {
  private final Object lock = new Object();
  private int n;
  public synchronized void up() { synchronized (lock) { n++; } }
  public void down() { synchronized (lock) { lower(); } }
  private synchronized void lower() { n--; }
}
