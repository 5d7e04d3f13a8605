// deadlock harmful
public class Philosophers {
  private final Object a = new Object(), b = new Object(), c = new Object();
  private int meals;
  private synchronized void eat() { meals++; }
  public void kant() { synchronized (a) { synchronized (b) { eat(); } } }
  public void hume() { synchronized (b) { synchronized (a) { eat(); } } }
  public void hegel() { synchronized (a) { synchronized (c) { eat(); } } }
}
