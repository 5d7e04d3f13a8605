// pattern harmful
import java.util.Iterator;
/* A queue whose iterators take from it, and count that in two pieces. */
public class CursorBroken implements Iterable<Integer> {
  private int taken;
  synchronized int taken() { return taken; }
  synchronized void taken(int n) { taken = n; }
  public Iterator<Integer> iterator() { return new Cursor(); }
  class Cursor implements Iterator<Integer> {
    public boolean hasNext() { return true; }
    public Integer next() { int n = taken(); taken(n + 1); return n; }
  }
}
