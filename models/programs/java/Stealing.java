import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Workers have a queue and a lock each, and steal from each other.
 * Broken: a thief holds the lock of its own queue while it takes that of its victim.
 */
public class Stealing {
  static class Worker implements Runnable {
    final Deque<Runnable> tasks = new ArrayDeque<> ();
    final String name;
    Worker victim;
    private int done;

    Worker (String name) {
      this.name = name;
    }

    synchronized void submit (Runnable task) {
      tasks.addLast (task);
    }

    synchronized Runnable next () {
      Runnable own = tasks.pollFirst ();
      return own != null ? own : victim.stolen ();
    }

    synchronized Runnable stolen () {
      return tasks.pollFirst ();
    }

    synchronized void count () {
      done++;
    }

    synchronized int done () {
      return done;
    }

    @Override public void run () {
      for (Runnable task = next (); task != null; task = next ()) {
        task.run ();
        count ();
      }
    }
  }

  static final class CarefulWorker extends Worker {
    CarefulWorker (String name) {
      super (name);
    }

    @Override Runnable next () {
      Runnable own = stolen ();
      return own != null ? own : victim.stolen ();
    }
  }

  static void work (Worker first, Worker second) throws InterruptedException {
    first.victim = second;
    second.victim = first;
    first.submit (() -> { });
    second.submit (() -> { });
    Thread one = new Thread (first, first.name);
    Thread two = new Thread (second, second.name);
    one.start ();
    two.start ();
    one.join ();
    two.join ();
    assert first.done () + second.done () == 2 : "a task is done twice, or never";
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      work (new Worker ("first"), new Worker ("second"));
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      work (new CarefulWorker ("first"), new CarefulWorker ("second"));
    }
  }
}
