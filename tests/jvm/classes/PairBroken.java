// deadlock harmful
public class PairBroken {
  private final Object left = new Object(), right = new Object();
  private int a, b;
  public void one() { synchronized (left) { synchronized (right) { a++; b++; } } }
  public void two() { synchronized (right) { synchronized (left) { b++; a++; } } }
}
