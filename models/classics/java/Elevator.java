// A door is open only while nobody moves.
public class Elevator {
  static boolean open, moving;
  static final Object lock = new Object();

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> {
      boolean may;
      synchronized (lock) { may = !open; if (right && may) moving = true; }
      if (may)
        synchronized (lock) { moving = true; assert !open; }
      synchronized (lock) { moving = false; }
    });
    t.start();
    synchronized (lock) { if (!moving) { open = true; } }
    synchronized (lock) { open = false; }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
