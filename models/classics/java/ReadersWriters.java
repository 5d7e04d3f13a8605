// Two readers may be inside, or one writer.
public class ReadersWriters {
  static final Object lock = new Object();
  static int readers, writers;

  static void read(boolean right) {
    boolean in = false;
    synchronized (lock) { if (!right || writers == 0) { readers++; in = true; } }
    if (!in) return;
    synchronized (lock) { assert writers == 0; readers--; }
  }

  static void write() {
    boolean in = false;
    synchronized (lock) { if (readers == 0 && writers == 0) { writers++; in = true; } }
    if (in)
      synchronized (lock) { assert writers == 1; writers--; }
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> read(right)).start();
    new Thread(() -> read(right)).start();
    write();
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
