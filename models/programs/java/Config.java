/**
 * Settings are read when somebody first needs them: double-checked locking.
 * Broken: they are published before they are complete.
 */
public class Config {
  static final class Settings {
    private volatile int port;
    private volatile String host;

    void read () {
      port = 8080;
      host = "localhost";
    }

    int port () {
      return port;
    }

    String host () {
      return host;
    }
  }

  abstract static class Holder {
    volatile Settings settings;
    private int loads;

    abstract Settings get ();

    void loaded () {
      loads++;
    }

    synchronized int loads () {
      return loads;
    }
  }

  static final class Early extends Holder {
    @Override Settings get () {
      if (settings == null)
        synchronized (this) {
          if (settings == null) {
            settings = new Settings ();
            settings.read ();
            loaded ();
          }
        }
      return settings;
    }
  }

  static final class Late extends Holder {
    @Override Settings get () {
      Settings now = settings;
      if (now == null)
        synchronized (this) {
          now = settings;
          if (now == null) {
            now = new Settings ();
            now.read ();
            loaded ();
            settings = now;
          }
        }
      return now;
    }
  }

  static void serve (Holder holder) throws InterruptedException {
    Runnable request = () -> {
      Settings settings = holder.get ();
      assert settings.port () == 8080 : "settings without a port";
      assert settings.host () != null : "settings without a host";
    };
    Thread one = new Thread (request), two = new Thread (request);
    one.start ();
    two.start ();
    one.join ();
    two.join ();
    assert holder.loads () == 1 : "settings are read twice";
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      serve (new Early ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      serve (new Late ());
    }
  }
}
