// pattern harmful
// (The object is an argument of a method of another object, which reads it twice.)
public class GivenBroken {
  private int n = 1, last;
  public synchronized void add(int by) { n += by; }
  public synchronized int read() { return n; }
  public int twice(GivenBroken other) { return other.read() * 10 + other.read(); }
}
