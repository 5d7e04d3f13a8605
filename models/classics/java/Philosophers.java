// A fork is in one hand at a time.
public class Philosophers {
  static final int SIZE = 3;
  static final Object[] forks = new Object[SIZE];
  static final int[] holders = new int[SIZE];

  static void eat(int i, boolean right) {
    int left = i, other = (i + 1) % SIZE;
    int low = Math.min(left, other), high = Math.max(left, other);
    synchronized (forks[low]) {
      synchronized (forks[right ? high : low]) {
        holders[low]++;
        holders[high]++;
        assert holders[low] == 1 && holders[high] == 1;
        holders[low]--;
        holders[high]--;
      }
    }
  }

  static void run(boolean right) throws Exception {
    for (int i = 0; i < SIZE; i++) forks[i] = new Object();
    for (int i = 0; i < SIZE; i++) {
      int me = i;
      new Thread(() -> eat(me, right)).start();
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
