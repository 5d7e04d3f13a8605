// More tickets are sold than there are seats.
public class Airline {
  static final int SEATS = 2;
  static int sold;
  static volatile boolean closed;

  static void sell(boolean right) {
    if (right) {
      synchronized (Airline.class) {
        if (!closed) { sold++; if (sold >= SEATS) closed = true; }
      }
      return;
    }
    if (!closed)
      synchronized (Airline.class) { sold++; if (sold >= SEATS) closed = true; }
  }

  static void run(boolean right) throws Exception {
    Thread[] agents = new Thread[3];
    for (int i = 0; i < 3; i++) {
      agents[i] = new Thread(() -> sell(right));
      agents[i].start();
    }
    for (Thread t : agents) t.join();
    synchronized (Airline.class) { assert sold <= SEATS; }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
