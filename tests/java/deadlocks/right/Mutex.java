/** Decorators that lock what they are given, or themselves: the lock is no younger than its owner. */
public class Mutex {
  private final Object mutex;
  private final Mutex inner;
  private int calls;

  public Mutex() {
    mutex = this;
    inner = null;
  }

  public Mutex(Mutex inner, Object mutex) {
    this.mutex = mutex;
    this.inner = inner;
  }

  public synchronized void call() {
    synchronized (mutex) {
      calls++;
    }
  }
}
