import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pool of connections: who finds none waits for a condition.
 * Broken: it does not look again when it has waited, and another one has been quicker.
 */
public class Pool {
  static final class Connection {
    private final ReentrantLock use = new ReentrantLock ();
    private int queries;

    void query () {
      use.lock ();
      try {
        queries++;
      } finally {
        use.unlock ();
      }
    }

    int queries () {
      use.lock ();
      try {
        return queries;
      } finally {
        use.unlock ();
      }
    }
  }

  abstract static class Connections {
    final ReentrantLock lock = new ReentrantLock ();
    final Condition available = lock.newCondition ();
    final Deque<Connection> free = new ArrayDeque<> ();

    abstract Connection take () throws InterruptedException;

    void put (Connection connection) {
      lock.lock ();
      try {
        free.addLast (connection);
        available.signal ();
      } finally {
        lock.unlock ();
      }
    }
  }

  static final class Hasty extends Connections {
    @Override Connection take () throws InterruptedException {
      lock.lock ();
      try {
        if (free.isEmpty ())
          available.await ();
        return free.pollFirst ();
      } finally {
        lock.unlock ();
      }
    }
  }

  static final class Patient extends Connections {
    @Override Connection take () throws InterruptedException {
      lock.lock ();
      try {
        while (free.isEmpty ())
          available.await ();
        return free.pollFirst ();
      } finally {
        lock.unlock ();
      }
    }
  }

  static final class Client implements Runnable {
    private final Connections pool;

    Client (Connections pool) {
      this.pool = pool;
    }

    @Override public void run () {
      try {
        Connection connection = pool.take ();
        assert connection != null : "a client has no connection";
        connection.query ();
        pool.put (connection);
      } catch (InterruptedException e) {
        Thread.currentThread ().interrupt ();
      }
    }
  }

  static void serve (Connections pool) throws InterruptedException {
    Connection only = new Connection ();
    pool.put (only);
    Thread[] clients = new Thread[3];
    for (int i = 0; i < clients.length; i++)
      clients[i] = new Thread (new Client (pool), "client " + i);
    for (Thread client : clients)
      client.start ();
    for (Thread client : clients)
      client.join ();
    assert only.queries () == 3;
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      serve (new Hasty ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      serve (new Patient ());
    }
  }
}
