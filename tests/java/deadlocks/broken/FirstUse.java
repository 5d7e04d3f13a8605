/** A class whose initialiser needs a lock, and is used for the first time by a thread that holds it. */
public class FirstUse
{
  public static class Registry
  {
    static int drivers;
    static synchronized void add () { drivers++; }
    public static synchronized void use () { Driver.ping (); }
  }

  public static class Driver
  {
    static int pings;
    static { Registry.add (); }
    public static void ping () { pings++; }
  }
}
