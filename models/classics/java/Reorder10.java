// 10 setters write two fields, a checker must not see one of them alone.
public class Reorder10 {
  private static int a, b;

  static void set(boolean right) {
    if (right)
      synchronized (Reorder10.class) { a = 1; b = -1; }
    else {
      synchronized (Reorder10.class) { a = 1; }
      synchronized (Reorder10.class) { b = -1; }
    }
  }

  static void run(boolean right) throws Exception {
    for (int i = 0; i < 10; i++)
      new Thread(() -> set(right)).start();
    synchronized (Reorder10.class) {
      assert (a == 0 && b == 0) || (a == 1 && b == -1);
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
