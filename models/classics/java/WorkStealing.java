// The owner takes from the tail, a thief from the head: nobody may take what the other one has.
public class WorkStealing {
  static final int[] taken = new int[2];
  static int head, tail = 2;
  static final Object lock = new Object();

  static int take(boolean right) {
    if (right) {
      synchronized (lock) { return head < tail ? --tail : -1; }
    }
    int t;
    synchronized (lock) { t = tail - 1; }
    synchronized (lock) { if (head > t) return -1; tail = t; return t; }
  }

  static int steal() {
    synchronized (lock) { return head < tail ? head++ : -1; }
  }

  static void use(int item) {
    if (item >= 0)
      synchronized (taken) { taken[item]++; assert taken[item] == 1; }
  }

  static void run(boolean right) throws Exception {
    new Thread(() -> use(steal())).start();
    new Thread(() -> use(take(right))).start();
    use(take(right));
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
