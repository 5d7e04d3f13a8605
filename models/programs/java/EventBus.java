import java.util.ArrayList;
import java.util.List;

/**
 * Listeners are told of events, until they go.
 * Broken: events are published outside of the lock, so one comes to a listener that has gone.
 */
public class EventBus {
  interface Listener {
    void on (String topic);
  }

  static final class Journal implements Listener {
    private boolean closed;
    private int events;

    @Override public synchronized void on (String topic) {
      assert !closed : "an event comes after the journal was closed";
      events++;
    }

    synchronized void close () {
      closed = true;
    }

    synchronized int events () {
      return events;
    }
  }

  abstract static class Bus {
    final List<Listener> listeners = new ArrayList<> ();

    synchronized void register (Listener listener) {
      listeners.add (listener);
    }

    synchronized void unregisterAll () {
      while (!listeners.isEmpty ())
        listeners.remove (0);
    }

    abstract void publish (String topic);
  }

  static final class CopyingBus extends Bus {
    private synchronized Listener first () {
      return listeners.isEmpty () ? null : listeners.get (0);
    }

    @Override void publish (String topic) {
      Listener listener = first ();
      if (listener != null)
        listener.on (topic);
    }
  }

  static final class LockingBus extends Bus {
    @Override synchronized void publish (String topic) {
      if (!listeners.isEmpty ())
        listeners.get (0).on (topic);
    }
  }

  static void run (Bus bus) throws InterruptedException {
    Journal journal = new Journal ();
    bus.register (journal);
    Thread publisher = new Thread (() -> {
      bus.publish ("started");
      bus.publish ("stopped");
    });
    publisher.start ();
    bus.unregisterAll ();
    journal.close ();
    publisher.join ();
    assert journal.events () <= 2;
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      run (new CopyingBus ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      run (new LockingBus ());
    }
  }
}
