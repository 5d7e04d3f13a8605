import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Users register with a name that nobody else has.
 * Broken: whether the name is free is asked first, and the user is put into the map after that.
 */
public class Users {
  static final class User {
    final String name;
    final int number;

    User (String name, int number) {
      this.name = name;
      this.number = number;
    }
  }

  static class Service {
    final ConcurrentMap<String, User> users = new ConcurrentHashMap<> ();
    final AtomicInteger numbers = new AtomicInteger ();

    boolean register (String name) {
      if (users.containsKey (name))
        return false;
      users.put (name, new User (name, numbers.incrementAndGet ()));
      return true;
    }

    User find (String name) {
      return users.get (name);
    }

    boolean remove (String name) {
      return users.remove (name) != null;
    }
  }

  static final class AtomicService extends Service {
    @Override boolean register (String name) {
      return users.putIfAbsent (name, new User (name, numbers.incrementAndGet ())) == null;
    }
  }

  static final class Visitor extends Thread {
    private final Service service;
    private final String name;
    boolean registered;

    Visitor (Service service, String name) {
      this.service = service;
      this.name = name;
    }

    @Override public void run () {
      registered = service.register (name);
      if (registered)
        assert service.find (name) != null;
    }
  }

  static void open (Service service) throws InterruptedException {
    Visitor one = new Visitor (service, "ada"), two = new Visitor (service, "ada");
    Visitor three = new Visitor (service, "grace");
    one.start ();
    two.start ();
    three.start ();
    one.join ();
    two.join ();
    three.join ();
    assert three.registered;
    assert one.registered != two.registered : "two users have one name";
    assert service.users.size () == 2;
    assert service.remove ("ada") && !service.remove ("ada");
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      open (new Service ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      open (new AtomicService ());
    }
  }
}
