// An event bus: listeners come and go while events are fired.
import java.util.ArrayList;
import java.util.List;

//: main Events --class Events$Bus
//: violates race:listeners[] 2:listeners[]
class Events {
  interface Listener {
    void event(String what);
  }

  static class Bus {
    private final List<Listener> listeners = new ArrayList<>();

    public synchronized void add(Listener l) {
      listeners.add(l);
    }

    public void fire(String what) {
      for (Listener l : listeners)
        l.event(what);
    }
  }

  public static void main(String[] args) {
    Bus bus = new Bus();
    Thread t = new Thread(() -> bus.fire("started"));
    t.start();
    bus.add(what -> System.out.println(what));
    bus.add(System.out::println);
  }
}
