import java.util.concurrent.atomic.AtomicInteger;

/**
 * So many calls are let through in a window, and no more.
 * Broken: the number is read, compared and written in three steps.
 */
public class RateLimiter {
  abstract static class Limiter {
    final int most;
    final AtomicInteger used = new AtomicInteger ();

    Limiter (int most) {
      this.most = most;
    }

    abstract boolean tryAcquire ();

    void nextWindow () {
      used.set (0);
    }
  }

  static final class Checking extends Limiter {
    Checking (int most) {
      super (most);
    }

    @Override boolean tryAcquire () {
      if (used.get () >= most)
        return false;
      used.incrementAndGet ();
      return true;
    }
  }

  static final class Swapping extends Limiter {
    Swapping (int most) {
      super (most);
    }

    @Override boolean tryAcquire () {
      for (;;) {
        int now = used.get ();
        if (now >= most)
          return false;
        if (used.compareAndSet (now, now + 1))
          return true;
      }
    }
  }

  static final class Server {
    final AtomicInteger served = new AtomicInteger ();
    final AtomicInteger refused = new AtomicInteger ();
    final Limiter limiter;

    Server (Limiter limiter) {
      this.limiter = limiter;
    }

    void handle () {
      if (limiter.tryAcquire ())
        served.incrementAndGet ();
      else
        refused.incrementAndGet ();
    }
  }

  static void serve (Limiter limiter) throws InterruptedException {
    Server server = new Server (limiter);
    Thread[] callers = new Thread[3];
    for (int i = 0; i < callers.length; i++) {
      callers[i] = new Thread (server::handle);
      callers[i].start ();
    }
    for (Thread caller : callers)
      caller.join ();
    assert server.served.get () == 2 : "more are let through than may be";
    assert server.served.get () + server.refused.get () == 3;
    limiter.nextWindow ();
    assert limiter.tryAcquire ();
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      serve (new Checking (2));
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      serve (new Swapping (2));
    }
  }
}
