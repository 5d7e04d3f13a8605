// A ring: what is received comes in the order in which it was sent.
public class CircularBuffer {
  static final int SIZE = 2;
  static final int[] ring = new int[SIZE];
  static int first, next, count;

  static synchronized boolean send(int x, boolean right) {
    if (right ? count == SIZE : count > SIZE) return false;
    ring[next] = x;
    next = (next + 1) % SIZE;
    count++;
    return true;
  }

  static synchronized int receive() {
    if (count == 0) return -1;
    int x = ring[first];
    first = (first + 1) % SIZE;
    count--;
    return x;
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> {
      for (int i = 1; i <= 3; i++)
        if (!send(i, right)) return;
    }).start();
    int wanted = 1;
    for (int i = 0; i < 3; i++) {
      int x = receive();
      if (x >= 0) {
        assert x == wanted;
        wanted++;
      }
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
