// Three stations pass a token.
public class TokenRing {
  static int token = 1;
  static int inside;
  static final Object lock = new Object();

  static void station(int me, boolean right) {
    boolean mine;
    synchronized (lock) { mine = token == me; }
    if (!mine) return;
    synchronized (lock) { if (!right) token = me % 3 + 1; inside++; }
    synchronized (lock) { assert inside == 1; }
    synchronized (lock) { inside--; if (right) token = me % 3 + 1; }
  }

  static void run(boolean right) throws Exception {
    for (int i = 1; i <= 3; i++) {
      int me = i;
      new Thread(() -> station(me, right)).start();
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
