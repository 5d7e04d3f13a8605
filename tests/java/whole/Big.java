import java.util.*;
public class Big {
  //@ Rounds assert safe
  static class Rounds {
    static volatile int n;
    public static void main (String[] a) throws Exception {
      List<Thread> ts = new ArrayList<> ();
      int rounds = new Random ().nextInt (3);
      for (int i = 0; i < rounds; i++) { Thread t = new Thread (() -> { n++; }); t.start (); ts.add (t); }
      for (Thread t : ts) t.join ();
      assert n < 3;
    }
  }
  //@ Nodes assert gap
  static class Nodes {
    static class Node { final Node next; final int v; Node (Node n, int v) { next = n; this.v = v; } }
    static volatile Node head;
    static volatile boolean stop;
    static synchronized void push (int v) { head = new Node (head, v); }
    public static void main (String[] a) throws Exception {
      Thread s = new Thread (() -> { while (!stop) push (1); });
      Thread t = new Thread (() -> { for (int i = 0; i < 3; i++) push (2); });
      s.start (); t.start (); stop = true;
      s.join (); t.join ();
      int n = 0; for (Node k = head; k != null; k = k.next) n++;
      assert n >= 3;
    }
  }
  //@ Few assert safe
  static class Few {
    static class Node { final Node next; final int v; Node (Node n, int v) { next = n; this.v = v; } }
    static volatile Node head;
    static synchronized void push (int v) { head = new Node (head, v); }
    public static void main (String[] a) throws Exception {
      Thread s = new Thread (() -> { push (1); });
      Thread t = new Thread (() -> { push (2); push (3); });
      s.start (); t.start ();
      s.join (); t.join ();
      int n = 0; for (Node k = head; k != null; k = k.next) n++;
      assert n == 3;
    }
  }
}
