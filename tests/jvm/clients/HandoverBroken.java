// assert not executed
/** Tested with `if'.  The shortest way to the assertion is a wake-up without a signal, which no JVM makes. */
public class HandoverBroken {
  private int count;

  public synchronized void put() throws InterruptedException {
    if (count == 1) wait();
    count++;
    assert count <= 1;
    notifyAll();
  }
  public synchronized void take() throws InterruptedException {
    while (count == 0) wait();
    count--;
    notifyAll();
  }
}
