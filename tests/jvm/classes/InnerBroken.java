// pattern harmful
public class InnerBroken {
  static final class Node { int value; }
  private final Node node = new Node();
  public int value() { synchronized (node) { return node.value; } }
  private void set(int v) { synchronized (node) { node.value = v; } }
  public void add(int by) { set(value() + by); }
}
