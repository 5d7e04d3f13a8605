// Mutual exclusion by two flags and a turn.
public class Peterson {
  static volatile boolean want0, want1;
  static volatile int turn, inside;

  static void run(boolean right) throws Exception {
    Thread t = new Thread(() -> {
      want0 = true;
      if (right) turn = 1;
      while (want1 && turn == 1) { }
      inside = inside + 1;
      assert inside == 1;
      inside = inside - 1;
      want0 = false;
    });
    t.start();
    want1 = true;
    if (right) turn = 0;
    while (want0 && turn == 0) { }
    inside = inside + 1;
    assert inside == 1;
    inside = inside - 1;
    want1 = false;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
