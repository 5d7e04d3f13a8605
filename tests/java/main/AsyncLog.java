// A logger with a thread that writes what others have put into its queue.
import java.util.LinkedList;

// The stop flag is written without the monitor that the writer reads it under.
//: main AsyncLog --class AsyncLog$Writer
//: violates race:stopped
class AsyncLog {
  static class Writer {
    private final LinkedList<String> queue = new LinkedList<>();
    private boolean stopped;

    public synchronized void log(String line) {
      queue.addLast(line);
      notifyAll();
    }

    public synchronized String next() throws InterruptedException {
      while (queue.isEmpty() && !stopped)
        wait();
      return queue.isEmpty() ? null : queue.removeFirst();
    }

    public void stop() {
      stopped = true;
      synchronized (this) {
        notifyAll();
      }
    }
  }

  public static void main(String[] args) {
    Writer writer = new Writer();
    Thread thread = new Thread(() -> {
      try {
        for (String line = writer.next(); line != null; line = writer.next())
          System.out.println(line);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    thread.start();
    for (String a : args)
      writer.log(a);
    writer.stop();
  }
}
