// A queue whose flag says that something is in it.
public class QueueFlag {
  static final int[] cells = new int[3];
  static int head, tail;
  static boolean full;

  static void run(boolean right) throws Exception {
    Object lock = new Object();
    Thread producer = new Thread(() -> {
      for (int i = 1; i <= 3; i++)
        synchronized (lock) {
          if (right) cells[tail] = i;
          tail++;
          full = true;
          if (!right) { }
        }
    });
    Thread consumer = new Thread(() -> {
      for (int i = 0; i < 3; i++)
        synchronized (lock) {
          if (full && head < tail) {
            assert cells[head] == head + 1;
            head++;
          }
        }
    });
    producer.start();
    consumer.start();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
