import java.util.*;
/** What only one thread has to do with needs no steps; what it hands over does. */
public class Own {
  //@ Handed assert violation
  static class Handed {
    static class Box { volatile int n; }
    public static void main (String[] a) throws Exception {
      Thread first = new Thread (() -> { });
      first.start ();
      Box box = new Box ();
      box.n = 1;
      Thread t = new Thread (() -> { box.n = box.n + 1; });
      t.start ();
      assert box.n == 1;
      t.join ();
    }
  }
  //@ HandedRight assert safe
  static class HandedRight {
    static class Box { int n; }
    public static void main (String[] a) throws Exception {
      Thread first = new Thread (() -> { });
      first.start ();
      Box box = new Box ();
      box.n = 1;
      Thread t = new Thread (() -> { assert box.n == 1; box.n = box.n + 1; });
      t.start ();
      t.join ();
      assert box.n == 2;
    }
  }
  //@ Counted assert safe
  static class Counted {
    static int count;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { }).start ();
      for (int i = 0; i < 20; i++) count++;
      assert count == 20;
    }
  }
  //@ Far assert safe
  static class Far {
    static int count;
    public static void main (String[] a) throws Exception {
      new Thread (() -> { }).start ();
      while (count < 5000) count += 2;
      assert count >= 5000;
    }
  }
  //@ Branch assert violation
  static class Branch {
    static volatile boolean flag;
    static class Box { int n; }
    public static void main (String[] a) throws Exception {
      new Thread (() -> { flag = true; }).start ();
      Box box = new Box ();
      if (flag) box.n = 1;
      if (flag) box.n += 2;
      assert box.n != 2;
    }
  }
  //@ BranchRight assert safe
  static class BranchRight {
    static volatile boolean flag;
    static class Box { int n; }
    public static void main (String[] a) throws Exception {
      new Thread (() -> { flag = true; }).start ();
      Box box = new Box ();
      if (flag) box.n = 1;
      if (flag) box.n += 2;
      assert box.n == 0 || box.n == 2 || box.n == 3;
    }
  }
  //@ Lists assert safe
  static class Lists {
    static volatile int sum;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> {
        List<int[]> list = new ArrayList<> ();
        for (int i = 0; i < 4; i++) list.add (new int[] { i });
        list.remove (0);
        int s = 0;
        for (int[] x : list) s += x[0];
        sum = s;
      });
      t.start (); t.join ();
      assert sum == 6;
    }
  }
  //@ Published assert violation
  static class Published {
    static volatile List<Object> list;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { List<Object> l = list; if (l != null) synchronized (l) { l.add (l); } });
      t.start ();
      List<Object> mine = new ArrayList<> ();
      mine.add (mine);
      list = mine;
      synchronized (mine) { assert mine.size () == 1; }
      t.join ();
    }
  }
  //@ Remade assert safe
  static class Remade {
    static class Box { int n; }
    static volatile int bad;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> {
        for (int i = 0; i < 3; i++) { Box box = new Box (); if (box.n != 0) bad = 1; box.n = i + 1; }
      });
      t.start (); t.join ();
      assert bad == 0;
    }
  }
  //@ Static assert violation
  static class Static {
    static volatile int x;
    static class P { static int q = x; }
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { x = 1; x = 0; });
      Thread u = new Thread (() -> { assert P.q == 0; });
      t.start (); u.start (); t.join (); u.join ();
    }
  }
  //@ Waits stuck violation
  static class Waits {
    static class Gate { boolean open; synchronized void pass () throws InterruptedException { if (!open) wait (); } synchronized void open () { notify (); } }
    public static void main (String[] a) throws Exception {
      Thread first = new Thread (() -> { });
      first.start ();
      Gate gate = new Gate ();
      Thread t = new Thread (gate::open);
      t.start ();
      gate.pass ();
    }
  }
  //@ Fits assert safe
  static class Fits {
    static final Vector<Object> list = new Vector<> ();
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { list.add (t1); list.add (t1); }), u = new Thread (() -> { list.add (t1); });
      t.start (); u.start (); t.join (); u.join ();
      assert list.size () == 3;
    }
    static final Object t1 = new Object ();
  }
  //@ Bursts assert gap
  static class Bursts {
    static final Vector<Object> list = new Vector<> ();
    static volatile boolean stop;
    public static void main (String[] a) throws Exception {
      Thread t = new Thread (() -> { while (!stop) list.add (list); }), u = new Thread (() -> { list.add (list); });
      t.start (); u.start (); stop = true; t.join (); u.join ();
      assert list.size () < 100;
    }
  }
}
