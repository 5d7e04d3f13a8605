// A supplier and customers at one shop; see ../shop-methods-2.eml.  Written anew from
// what the model says; no source of the benchmark is copied.
class Shop {
  private static boolean signal;
  private static final Object CUSTOMER = new Object();

  private int items;
  private final Object[] storage = new Object[100];

  public synchronized void putItem() {
    items = items + 1;
    storage[items] = "item";
  }

  public synchronized void getItem() {
    storage[items] = null;
    items = items - 1;
  }

  public synchronized boolean isEmpty() {
    return items == 0;
  }

  class Supplier extends Thread {
    @Override public void run() {
      for (int i = 0; i < 50; i++)
        putItem();
    }
  }

  class Customer extends Thread {
    public void attempt() {
      if (!isEmpty())
        getItem();
    }

    @Override public void run() {
      for (int i = 0; i < 50; i++)
        attempt();
      synchronized (CUSTOMER) {
        if (!signal)
          signal = true;
      }
    }
  }

  private void open(int customers) {
    new Supplier().start();
    for (int i = 0; i < customers; i++)
      new Customer().start();
  }

  public int watch() {
    int before = items;
    int after = items;
    return signal ? before : after;
  }

  public static void main(String[] args) {
    Shop shop = new Shop();
    shop.open(args.length);
    System.out.println(shop.watch());
  }
}
