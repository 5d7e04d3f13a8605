// pattern harmful
public class StackBroken {
  private final Object[] data = new Object[100];
  private int count;
  public synchronized void push(Object x) { data[count++] = x; }
  public synchronized boolean empty() { return count == 0; }
  public Object pop() {
    if (empty()) return null;
    synchronized (this) { return data[--count]; }
  }
}
