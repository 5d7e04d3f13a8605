/** Philosophers whose forks are in a private array; nobody sits on a fork. */
public class Forks {
  private final Object[] forks = new Object[5];
  private int meals;

  public Forks() {
    for (int i = 0; i < forks.length; i++) {
      forks[i] = new Object();
    }
  }

  public void eat(int seat) {
    synchronized (forks[seat]) {
      synchronized (forks[(seat + 1) % forks.length]) {
        meals++;
      }
    }
  }

  public static class Guest {
    private Object chair;
    private int visits;

    public synchronized void take(Object chair) {
      this.chair = chair;
    }

    public synchronized void sit() {
      synchronized (chair) {
        visits++;
      }
    }

    public void leave() {
      synchronized (chair) {
        forget();
      }
    }

    private synchronized void forget() {
      chair = null;
    }
  }
}
