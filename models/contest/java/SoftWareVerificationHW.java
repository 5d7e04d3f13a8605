// Eight threads bubble-sort one array; see ../bubble-run-cells.eml.  Written anew from
// what the model says; no source of the benchmark is copied.
class SoftWareVerificationHW {
  private final int[] a = new int[20];
  private final Object sortLock = new Object();
  private final Object counterLock = new Object();

  // Compares under no lock, swaps under one.
  class OneBubble extends Thread {
    @Override public void run() {
      for (int i = 0; i < 19; i++)
        if (a[i] > a[i + 1])
          swap(i);
    }
  }

  public void swap(int i) {
    synchronized (counterLock) {
      int low = a[i + 1];
      int high = a[i];
      a[i] = low;
      a[i + 1] = high;
    }
  }

  public void print() {
    synchronized (sortLock) {
      for (int i = 0; i < 20; i++)
        System.out.println(a[i]);
    }
  }

  private void startAll() {
    synchronized (sortLock) {
      for (int i = 0; i < 8; i++)
        new OneBubble().start();
    }
  }

  private boolean sorted() {
    int last = -1;
    for (int i = 0; i < 20; i++) {
      int x = a[i];
      if (x < last)
        return false;
      last = x;
    }
    return true;
  }

  public static void main(String[] args) {
    SoftWareVerificationHW sort = new SoftWareVerificationHW();
    sort.startAll();
    sort.print();
    System.out.println(sort.sorted());
  }
}
