// Mutual exclusion by two flags.
public class Dekker {
  static volatile boolean want0, want1;
  static volatile int inside;

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> {
      if (right) want0 = true;
      boolean free = !want1;
      if (!right) want0 = true;
      if (free) {
        inside = inside + 1;
        assert inside == 1;
        inside = inside - 1;
      }
      want0 = false;
    });
    t.start();
    if (right) want1 = true;
    boolean free = !want0;
    if (!right) want1 = true;
    if (free) {
      inside = inside + 1;
      assert inside == 1;
      inside = inside - 1;
    }
    want1 = false;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
