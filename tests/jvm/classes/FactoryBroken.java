// race harmful
public class FactoryBroken {
  public interface Factory { Object make(); boolean valid(Object o); }
  private final Factory factory;
  private int made;
  public FactoryBroken(Factory factory) { this.factory = factory; }
  public void make() {
    Object o = factory.make();
    if (o != null && factory.valid(o)) made++;
  }
  public synchronized int made() { return made; }
}
