// none
public class StaticRepaired {
  private static int total;
  public static synchronized void add(int n) { total += n; }
  public static synchronized int total() { return total; }
}
