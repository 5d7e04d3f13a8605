// pattern executed
/** The first call in a JVM makes all later ones different: what it leaves in the Java library does,
    and no interleaving. */
public class RegisteredHarmless {
  private int state;

  private synchronized void reset() { state = 0; }
  public boolean twice() {
    reset();
    boolean first = System.setProperty("RegisteredHarmless", "yes") == null;
    reset();
    return first;
  }
}
