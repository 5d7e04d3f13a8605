import java.util.HashMap;
import java.util.Map;

/**
 * Orders are open or done: a map for each, and a lock for each.
 * Broken: an order is moved in two steps, and who counts in between does not see it.
 */
public class OrderBook {
  static final class Order {
    final String id;
    final int amount;

    Order (String id, int amount) {
      this.id = id;
      this.amount = amount;
    }
  }

  static class Book {
    final Map<String, Order> open = new HashMap<> ();
    final Map<String, Order> done = new HashMap<> ();

    void place (Order order) {
      synchronized (open) {
        open.put (order.id, order);
      }
    }

    void fill (String id) {
      Order order;
      synchronized (open) {
        order = open.remove (id);
      }
      if (order == null)
        return;
      synchronized (done) {
        done.put (id, order);
      }
    }

    boolean knows (String id) {
      synchronized (open) {
        synchronized (done) {
          return open.containsKey (id) || done.containsKey (id);
        }
      }
    }
  }

  static final class WholeBook extends Book {
    @Override void fill (String id) {
      synchronized (open) {
        Order order = open.remove (id);
        if (order == null)
          return;
        synchronized (done) {
          done.put (id, order);
        }
      }
    }
  }

  static void trade (Book book) throws InterruptedException {
    book.place (new Order ("A-1", 100));
    book.place (new Order ("A-2", 50));
    Thread market = new Thread (() -> {
      book.fill ("A-1");
      book.fill ("A-2");
    });
    Thread auditor = new Thread (() -> {
      assert book.knows ("A-1") : "an order is lost";
    });
    market.start ();
    auditor.start ();
    market.join ();
    auditor.join ();
    assert book.done.size () == 2 && book.open.isEmpty ();
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      trade (new Book ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      trade (new WholeBook ());
    }
  }
}
