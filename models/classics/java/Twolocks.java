// A transfer between two accounts: a checker sees money on its way.
public class Twolocks {
  static int one = 5, two = 5;
  static final Object first = new Object(), second = new Object();

  static void transfer(boolean right) {
    if (right)
      synchronized (first) { synchronized (second) { one--; two++; } }
    else {
      synchronized (first) { one--; }
      synchronized (second) { two++; }
    }
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> transfer(right)).start();
    synchronized (first) { synchronized (second) { assert one + two == 10; } }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
