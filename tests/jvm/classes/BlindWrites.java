// pattern executed
public class BlindWrites {
  private int state;
  public synchronized void reset() { state = 0; }
  public void twice() { reset(); reset(); }
}
