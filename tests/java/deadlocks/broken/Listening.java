import java.util.ArrayList;
import java.util.List;

/** A listener is called with the lock of the model held, and asks the model with its own. */
public class Listening {
  public interface Listener {
    void changed();
  }

  public static class Model {
    private final List<Listener> listeners = new ArrayList<>();
    private int value;

    public synchronized void listen(Listener listener) {
      listeners.add(listener);
    }

    public synchronized void set(int value) {
      this.value = value;
      for (Listener listener : listeners)
        listener.changed();
    }

    public synchronized int get() {
      return value;
    }
  }

  public static class View implements Listener {
    private final Object painting = new Object();
    private final Model model;
    private int shown;

    public View(Model model) {
      this.model = model;
    }

    public void changed() {
      synchronized (painting) {
        shown++;
      }
    }

    public void paint() {
      synchronized (painting) {
        shown = model.get();
      }
    }
  }
}
