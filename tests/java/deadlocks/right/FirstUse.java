/** The initialiser needs a lock, but nobody who holds it uses the class. */
public class FirstUse
{
  public static class Registry
  {
    static int drivers;
    static synchronized void add () { drivers++; }
    public static void use () { add (); Driver.ping (); }
  }

  public static class Driver
  {
    static int pings;
    static { Registry.add (); }
    public static void ping () { pings++; }
  }
}
