// pattern harmful
/** Another method than the one of the witness makes it null: which may, the model says. */
public class NullBroken {
  private StringBuffer log;
  private int n;

  public synchronized void open(String name) { if (log == null) log = new StringBuffer(name); }
  public synchronized int size() { return log == null ? 0 : log.length(); }
  public synchronized void add(int i) { n += i; }
  public synchronized void add(String s, int i) { n += i; }
  public synchronized void append(int i) { n += i; }
  public synchronized void insert(int i) { n += i; }
  public synchronized void put(int i) { n += i; }
  public synchronized void push(int i) { n += i; }
  public synchronized void register(int i) { n += i; }
  public synchronized void remove() {
    if (log != null) {
      log.append('.');
      log = null;
    }
  }
  public int length() {
    return log() == null ? 0 : log().length();
  }
  private synchronized StringBuffer log() { return log; }
}
