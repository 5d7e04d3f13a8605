// two locks in both orders
public class Pair {
  private final Object left = new Object(), right = new Object();
  private int a, b;
  public void one() { synchronized (left) { synchronized (right) { a++; } } }
  public void two() { synchronized (right) { synchronized (left) { b++; } } }
}
