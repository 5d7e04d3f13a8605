// What is put into a queue is no longer changed.
public class Handover {
  static class Message { int value; }

  static void run(boolean right) throws Exception {
    java.util.concurrent.BlockingQueue<Message> queue = new java.util.concurrent.ArrayBlockingQueue<>(1);
    new Thread(() -> {
      try {
        Message m = new Message();
        if (right) m.value = 3;
        queue.put(m);
        if (!right) m.value = 3;
      } catch (InterruptedException e) {
      }
    }).start();
    assert queue.take().value == 3;
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
