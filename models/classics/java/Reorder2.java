// 2 setters write two fields, a checker must not see one of them alone.
public class Reorder2 {
  private static int a, b;

  static void set(boolean right) {
    if (right)
      synchronized (Reorder2.class) { a = 1; b = -1; }
    else {
      synchronized (Reorder2.class) { a = 1; }
      synchronized (Reorder2.class) { b = -1; }
    }
  }

  static void run(boolean right) throws Exception {
    for (int i = 0; i < 2; i++)
      new Thread(() -> set(right)).start();
    synchronized (Reorder2.class) {
      assert (a == 0 && b == 0) || (a == 1 && b == -1);
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
