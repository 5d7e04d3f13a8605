// no lock at all
public class Counter {
  private int n;
  public void inc() { n++; }
  public int get() { return n; }
}
