// race harmful
public class StaticBroken {
  private static int total;
  public static void add(int n) { total += n; }
  public static synchronized int total() { return total; }
}
