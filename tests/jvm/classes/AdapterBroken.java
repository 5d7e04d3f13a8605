// pattern harmful
/** A unit is a method of an object that another class makes of the object. */
public class AdapterBroken {
  private int n;

  public synchronized int get() { return n; }
  public synchronized void set(int n) { this.n = n; }
}

class Adapters {
  interface Counter { void add(); }
  private static final class Adapter implements Counter {
    private final AdapterBroken to;
    Adapter(AdapterBroken to) { this.to = to; }
    public void add() { to.set(to.get() + 1); }
  }
  public static Counter adapt(AdapterBroken to) { return new Adapter(to); }
}
