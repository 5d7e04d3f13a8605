// pattern harmful
public class LazyBroken {
  private Object value;
  private synchronized Object look() { return value; }
  private synchronized void keep(Object v) { value = v; }
  public Object get() {
    if (look() == null) keep(new int[1]);
    return look();
  }
  public synchronized void clear() { value = null; }
}
