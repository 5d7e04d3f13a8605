// none
public class InnerRepaired {
  static final class Node { int value; }
  private final Node node = new Node();
  public int value() { synchronized (node) { return node.value; } }
  private void set(int v) { synchronized (node) { node.value = v; } }
  public void add(int by) { synchronized (node) { set(value() + by); } }
}
