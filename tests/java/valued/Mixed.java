/* Two races: one depends on an element of an array, which is not followed; the other on nothing
   that is not. */
public class Mixed {
  private final int[] data = new int[2];
  private boolean closed;
  private int x, y;

  public synchronized void close() {
    closed = true;
  }

  public void know() {
    if (isOver())
      y++;
  }

  private boolean isOver() {
    return isClosed();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  public void guess() {
    boolean is;
    synchronized (this) {
      is = data[0] == 0;
    }
    if (is)
      x++;
  }
}
