/* An exception leaves the flag as it is: nobody comes in any more, and that is all. */
public class Thrown {
  private boolean closed;
  private int[] data;
  private int n;

  public void close(int i) {
    synchronized (this) {
      if (closed)
        return;
      closed = true;
      data[i] = 0;
      closed = false;
    }
  }

  public void after() {
    boolean is;
    synchronized (this) {
      is = closed;
    }
    if (is)
      n++;
  }
}
