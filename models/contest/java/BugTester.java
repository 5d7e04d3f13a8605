// Two threads append to a linked list, under no lock; see ../list-merged.eml.  Written
// anew from what the model says; no source of the benchmark is copied.
class BugTester {
  static class Node {
    private Object element;
    private Node next;
    private final long time;

    Node(long time) {
      this.time = time;
    }

    synchronized void fill(Object x, Node n) {
      element = x;
      next = n;
    }
  }

  static class MyLinkedList {
    private final Node header = new Node(0);

    public void addLast(Object x) {
      Node tail = header;
      while (tail.next != null)
        tail = tail.next;
      Node after = tail.next;
      Node node = new Node(tail.time + 1);
      node.fill(x, after);
      tail.next = node;
    }
  }

  static class MyListBuilder implements Runnable {
    private final MyLinkedList list;

    MyListBuilder(MyLinkedList list) {
      this.list = list;
    }

    @Override public void run() {
      for (int i = 0; i < 5; i++)
        list.addLast("x");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MyLinkedList list = new MyLinkedList();
    Thread one = new Thread(new MyListBuilder(list));
    Thread two = new Thread(new MyListBuilder(list));
    one.start();
    two.start();
    one.join();
    two.join();
  }
}
