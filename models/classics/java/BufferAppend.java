// One buffer is appended to another, whose length is asked for first.
public class BufferAppend {
  static class Buffer {
    int length = 2;
    synchronized int length() { return length; }
    synchronized void clear() { length = 0; }
    synchronized void copy(int n) { assert n <= length; }
    synchronized void append(Buffer other, boolean right) {
      if (right) {
        synchronized (other) { int n = other.length(); other.copy(n); length += n; }
        return;
      }
      int n = other.length();
      other.copy(n);
      length += n;
    }
  }

  static void run(boolean right) throws Exception {
    Buffer a = new Buffer(), b = new Buffer();
    new Thread(() -> b.clear()).start();
    a.append(b, right);
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
