// pattern harmful
public class MailboxBroken {
  private Object mail;
  public synchronized void put(Object x) { mail = x; notifyAll(); }
  public synchronized boolean full() { return mail != null; }
  private synchronized Object fetch() { Object m = mail; mail = null; return m; }
  public Object take() {
    if (!full()) return "none";
    return fetch();
  }
}
