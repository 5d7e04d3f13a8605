import java.security.AccessController;
import java.security.PrivilegedAction;

/** What doPrivileged runs holds the locks of whoever calls it. */
public class Privileges implements PrivilegedAction<Object> {
  private int calls;

  public synchronized void call() {
    AccessController.doPrivileged(this);
  }

  public Object run() {
    synchronized (Privileges.class) {
      calls++;
    }
    return null;
  }

  public static synchronized void reset(Privileges that) {
    synchronized (that) {
      that.calls = 0;
    }
  }
}
