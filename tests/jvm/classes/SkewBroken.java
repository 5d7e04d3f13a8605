// pattern harmful
public class SkewBroken {
  private boolean a = true, b = true;
  public synchronized boolean a() { return a; }
  public synchronized boolean b() { return b; }
  private synchronized void dropA() { a = false; }
  private synchronized void dropB() { b = false; }
  public void leaveA() { if (b()) dropA(); }
  public void leaveB() { if (a()) dropB(); }
}
