// pattern harmful
public class InterfaceArgument {
  public interface Listener { void changed(int n); }
  private int n;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc(Listener listener) { set(n() + 1); listener.changed(n()); }
}
