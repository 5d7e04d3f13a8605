// pattern executed
/** Its group of threads knows those of all objects: what others left there is no state of this one. */
public class GroupHarmless {
  private final ThreadGroup group = new ThreadGroup("workers");
  private boolean closed;

  private synchronized boolean isClosed() { return closed; }
  private synchronized void setClosed() { closed = true; }
  public void close() {
    if (!isClosed()) setClosed();
  }
}
