// none
public class HandoverRepaired {
  private int count;

  public synchronized void put() throws InterruptedException {
    while (count == 1) wait();
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
