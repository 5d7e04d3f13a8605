// pattern executed
public class CalendarHarmless {
  private final java.util.Calendar made = java.util.Calendar.getInstance();
  private long seconds = System.currentTimeMillis() / 1000;
  private int state;
  public synchronized void reset() { state = 0; }
  public void twice() { reset(); reset(); }
}
