// none
public class PairRepaired {
  private final Object left = new Object(), right = new Object();
  private int a, b;
  public void one() { synchronized (left) { synchronized (right) { a++; b++; } } }
  public void two() { synchronized (left) { synchronized (right) { b++; a++; } } }
}
