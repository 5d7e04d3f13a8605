/** A connection and its session close each other. */
public class Closing {
  public static class Connection {
    private Session session;
    private boolean open = true;

    public synchronized void use(Session session) {
      this.session = session;
    }

    public synchronized void close() {
      open = false;
      session.forget();
    }

    synchronized void lost() {
      session = null;
    }
  }

  public static class Session {
    private Connection connection;
    private boolean open = true;

    public synchronized void use(Connection connection) {
      this.connection = connection;
    }

    public void close() {
      synchronized (this) {
        open = false;
        connection.lost();
      }
    }

    synchronized void forget() {
      connection = null;
    }
  }
}
