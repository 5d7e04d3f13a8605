// A driver stops while another thread has just found it running.
public class Bluetooth {
  static class Device {
    int pending = 1;
    boolean stopping, stopped, event;

    synchronized boolean enter(boolean right) {
      if (stopping) return false;
      pending++;
      return true;
    }

    synchronized void leave() {
      pending--;
      if (pending == 0) event = true;
    }

    void add(boolean right) {
      boolean may;
      if (right)
        may = enter(true);
      else {
        synchronized (this) { may = !stopping; }
        synchronized (this) { if (may) pending++; }
      }
      if (may) {
        synchronized (this) { assert !stopped; }
        leave();
      }
    }

    void stop() {
      synchronized (this) { stopping = true; }
      leave();
      synchronized (this) { if (event) stopped = true; }
    }
  }

  static void run(boolean right) throws Exception {
    Device device = new Device();
    new Thread(() -> device.stop()).start();
    device.add(right);
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
