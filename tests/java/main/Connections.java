// A pool of connections that is used by servers.
import java.util.ArrayList;
import java.util.List;

// close() empties the pool and marks it closed in two steps, get() looks at the mark
// before it takes the lock.
//: main Connections --class Connections$Pool
//: violates 2:closed
//: volatile closed
class Connections {
  static class Pool {
    private final List<Object> idle = new ArrayList<>();
    private volatile boolean closed;

    public Object get() {
      if (closed)
        throw new IllegalStateException();
      synchronized (idle) {
        if (closed || idle.isEmpty())
          return new Object();
        return idle.remove(idle.size() - 1);
      }
    }

    public void release(Object c) {
      synchronized (idle) {
        if (!closed)
          idle.add(c);
      }
    }

    public void close() {
      closed = true;
      synchronized (idle) {
        idle.clear();
      }
    }
  }

  static class Server extends Thread {
    private final Pool pool;

    Server(Pool pool) {
      this.pool = pool;
    }

    @Override public void run() {
      Object c = pool.get();
      pool.release(c);
    }
  }

  public static void main(String[] args) {
    Pool pool = new Pool();
    new Server(pool).start();
    new Server(pool).start();
    pool.close();
  }
}
