import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
/** Classes by themselves, and threads that call their methods as they like: what fails, and who waits for ever. */
public class Clients {
  //@ Box assert gap
  //@ Box stuck gap
  static class Box {
    private final Object[] items; private int count, head;
    public Box (int n) { items = new Object[n]; }
    public synchronized void put (Object x) throws InterruptedException {
      while (count == items.length) wait ();
      items[(head + count) % items.length] = x; count++; assert count <= items.length; notifyAll ();
    }
    public synchronized Object take () throws InterruptedException {
      while (count == 0) wait ();
      Object x = items[head]; head = (head + 1) % items.length; count--; assert count >= 0; notifyAll (); return x;
    }
  }
  //@ One assert safe
  //@ One stuck safe
  static class One {
    private int count;
    public synchronized void put () throws InterruptedException { while (count == 1) wait (); count++; assert count <= 1; notifyAll (); }
    public synchronized void take () throws InterruptedException { while (count == 0) wait (); count--; assert count >= 0; notifyAll (); }
  }
  //@ If assert violation
  static class If {
    private int count;
    public synchronized void put () throws InterruptedException { if (count == 1) wait (); count++; assert count <= 1; notifyAll (); }
    public synchronized void take () throws InterruptedException { if (count == 0) wait (); count--; assert count >= 0; notifyAll (); }
  }
  // Nobody tells those who wait.
  //@ Silent stuck violation
  static class Silent {
    private boolean full;
    public synchronized void put () { full = true; }
    public synchronized void take () throws InterruptedException { while (!full) wait (); full = false; }
  }
  //@ Loud stuck safe
  static class Loud {
    private boolean full;
    public synchronized void put () { full = true; notifyAll (); }
    public synchronized void take () throws InterruptedException { while (!full) wait (); full = false; }
  }
  //@ Nested stuck violation
  static class Nested {
    private final Object outer = new Object (), inner = new Object (); private boolean full;
    public void put () throws InterruptedException { synchronized (outer) { synchronized (inner) { while (full) inner.wait (); full = true; inner.notifyAll (); } } }
    public void take () throws InterruptedException { synchronized (outer) { synchronized (inner) { while (!full) inner.wait (); full = false; inner.notifyAll (); } } }
  }
  //@ Flat stuck safe
  static class Flat {
    private final Object inner = new Object (); private boolean full;
    public void put () throws InterruptedException { synchronized (inner) { while (full) inner.wait (); full = true; inner.notifyAll (); } }
    public void take () throws InterruptedException { synchronized (inner) { while (!full) inner.wait (); full = false; inner.notifyAll (); } }
  }
  // An exception leaves with the lock, which whoever has it may take again and again.
  //@ Leak stuck unknown
  static class Leak {
    private final ReentrantLock lock = new ReentrantLock (); private boolean on;
    public void flip (boolean to) { lock.lock (); if (to == on) throw new IllegalStateException (); on = to; lock.unlock (); }
  }
  //@ Kept stuck safe
  static class Kept {
    private final ReentrantLock lock = new ReentrantLock (); private boolean on;
    public void flip (boolean to) { lock.lock (); try { if (to == on) throw new IllegalStateException (); on = to; } finally { lock.unlock (); } }
  }
  // A permit is lost where the method returns early.
  //@ Lost stuck violation
  static class Lost {
    private final Semaphore s = new Semaphore (1); private boolean closed;
    public void use () throws InterruptedException { s.acquire (); if (closed) return; s.release (); }
    public void close () throws InterruptedException { s.acquire (); closed = true; s.release (); }
  }
  //@ Given stuck safe
  static class Given {
    private final Semaphore s = new Semaphore (1); private boolean closed;
    public void use () throws InterruptedException { s.acquire (); try { if (closed) return; } finally { s.release (); } }
    public void close () throws InterruptedException { s.acquire (); closed = true; s.release (); }
  }
  //@ Inside assert safe
  static class Inside {
    private final Semaphore s = new Semaphore (1); private volatile int in;
    public void use () throws InterruptedException { s.acquire (); in++; assert in == 1; in--; s.release (); }
  }
  //@ Two assert violation
  static class Two {
    private final Semaphore s = new Semaphore (2); private final AtomicInteger in = new AtomicInteger ();
    public void use () throws InterruptedException { s.acquire (); int k = in.incrementAndGet (); assert k == 1; in.decrementAndGet (); s.release (); }
  }
  // Its constructor gives the number.
  //@ Begins assert safe
  static class Begins {
    private int left = 3;
    public synchronized void use () { if (left == 0) return; left--; assert left >= 0; }
  }
  //@ BeginsBroken assert violation
  static class BeginsBroken {
    private volatile int left = 3;
    public void use () { if (left == 0) return; left--; assert left >= 0; }
  }
  // Others may write a field; its constructors differ; what it gives away is used.
  //@ Open assert gap
  static class Open { public volatile int n; public synchronized void use () { assert n == 0; } }
  //@ Several assert gap
  static class Several {
    private final int n;
    public Several () { n = 0; }
    public Several (int a, boolean b) { n = b ? 1 : 0; }
    public synchronized void use () { assert n <= 1; }
  }
  // Two objects of the class.
  //@ Ordered stuck safe
  static class Ordered {
    private static int ids; private final int id; private boolean rich;
    public Ordered () { synchronized (Ordered.class) { id = ids++; } }
    public void give (Ordered to) {
      Ordered a = id < to.id ? this : to, b = id < to.id ? to : this;
      synchronized (a) { synchronized (b) { rich = false; to.rich = true; } }
    }
  }
  //@ Crossed stuck violation
  static class Crossed {
    private boolean rich;
    public void give (Crossed to) { synchronized (this) { synchronized (to) { rich = false; to.rich = true; } } }
  }
  // What others have.
  static class Flags { static int on; static void set () { on = 1; } }
  static class Cell { int n; }
  static class Cells { static final Cell one = new Cell (); }
  //@ ReadsFlag assert gap
  static class ReadsFlag { private int n; public synchronized void use () { assert Flags.on == 0; n++; } }
  //@ ReadsCell assert gap
  static class ReadsCell { public synchronized void use () { assert Cells.one.n == 0; } }
  // Two objects, and one number.
  //@ Common assert violation
  static class Common { private static int n; public synchronized void use () { n++; int k = n; n--; assert k == 1; } }
  //@ CommonRight assert safe
  static class CommonRight { private static int n; public void use () { synchronized (CommonRight.class) { n++; int k = n; n--; assert k == 1; } } }
  //@ Numbered assert gap
  static class Numbered { private static int ids; private final int id; public Numbered () { id = ids++; } public void use () { assert id < 2; } }
  // Null is a text, too.
  //@ Texts assert suspected
  static class Texts { private String last = ""; public synchronized void put (String s) { last = s; assert last != null; } }
}
