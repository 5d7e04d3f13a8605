// pattern executed
// A counter that two threads of a program have in common; values are not followed.
public class CountsBroken {
  static class Counter {
    private int n;
    synchronized int get() { return n; }
    synchronized void set(int v) { n = v; }
    void inc() { set(get() + 1); }
  }
  public static void main(String[] args) throws Exception {
    Counter c = new Counter();
    Thread one = new Thread(c::inc), two = new Thread(c::inc);
    one.start(); two.start();
    one.join(); two.join();
    System.out.println(c.get());
  }
}
