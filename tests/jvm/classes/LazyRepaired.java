// none
public class LazyRepaired {
  private Object value;
  private synchronized Object look() { return value; }
  private synchronized void keep(Object v) { value = v; }
  public synchronized Object get() {
    if (look() == null) keep(new int[1]);
    return look();
  }
  public synchronized void clear() { value = null; }
}
