// An object that is made when it is first needed.
public class Lazy {
  static class Box { int value; Box() { value = 7; } }
  static volatile Box box;
  static volatile boolean ready;
  static int made;

  static Box get(boolean right) {
    if (right) {
      synchronized (Lazy.class) {
        if (box == null) { made++; box = new Box(); }
        return box;
      }
    }
    if (box == null) {
      synchronized (Lazy.class) { made++; box = new Box(); }
    }
    return box;
  }

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> { assert get(right).value == 7; });
    Thread u = new Thread(() -> { assert get(right).value == 7; });
    t.start();
    u.start();
    t.join();
    u.join();
    assert made == 1;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
