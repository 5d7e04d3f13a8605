// none
public class StackRepaired {
  private final Object[] data = new Object[100];
  private int count;
  public synchronized void push(Object x) { data[count++] = x; }
  public synchronized boolean empty() { return count == 0; }
  public synchronized Object pop() { return empty() ? null : data[--count]; }
}
