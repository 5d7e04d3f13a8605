// Loops that wait for all threads of an array or list, and loops that only look so (mode --main).
import java.util.ArrayList;
import java.util.List;

class LoopSum {
  private int n;
  public synchronized void inc() { n++; }
  public int get() { return n; }
}

class LoopWorker extends Thread {
  final LoopSum sum;
  LoopWorker(LoopSum sum) { this.sum = sum; }
  @Override public void run() { sum.inc(); }
}

// ---- All are waited for: main reads when nobody writes any more. ----

//: main JoinedArray --class LoopSum
//: safe
class JoinedArray {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    Thread[] ts = new Thread[4];
    for (int i = 0; i < 4; i++) { ts[i] = new LoopWorker(sum); ts[i].start(); }
    for (int i = 0; i < 4; i++) ts[i].join();
    System.out.println(sum.get());
  }
}

//: main JoinedEach --class LoopSum
//: safe
class JoinedEach {
  static final int COUNT = 4;
  public static void main(String[] args) {
    LoopSum sum = new LoopSum();
    int count = 3;
    Thread[] ts = new Thread[count];
    for (int i = 0; i < ts.length; i++) ts[i] = new Thread(() -> sum.inc());
    for (Thread t : ts) t.start();
    for (Thread t : ts) {
      try {
        t.join();
      } catch (InterruptedException e) {
        e.printStackTrace();
      }
    }
    System.out.println(sum.get());
  }
}

//: main JoinedList --class LoopSum
//: safe
class JoinedList {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread t = new LoopWorker(sum);
      ts.add(t);
      t.start();
    }
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// What main does before it waits is at the same time as the others.
//: main JoinedLate --class LoopSum
//: violates race:n
class JoinedLate {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    System.out.println(sum.get());
    for (Thread t : ts) t.join();
  }
}

// ---- Some are not. ----

// The loop ends too early.
//: main JoinedButLast --class LoopSum
//: violates race:n
class JoinedButLast {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    Thread[] ts = new Thread[4];
    for (int i = 0; i < 4; i++) { ts[i] = new LoopWorker(sum); ts[i].start(); }
    for (int i = 0; i < 3; i++) ts[i].join();
    System.out.println(sum.get());
  }
}

//: main JoinedButFirst --class LoopSum
//: violates race:n
class JoinedButFirst {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    Thread[] ts = new Thread[4];
    for (int i = 0; i < 4; i++) { ts[i] = new LoopWorker(sum); ts[i].start(); }
    for (int i = 1; i < 4; i++) ts[i].join();
    System.out.println(sum.get());
  }
}

// A second thread takes the place of the first.
//: main JoinedReplaced --class LoopSum
//: violates race:n
class JoinedReplaced {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    Thread[] ts = new Thread[1];
    for (int i = 0; i < 4; i++) { ts[0] = new LoopWorker(sum); ts[0].start(); }
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// One is taken out, and nobody waits for it.
//: main JoinedRemoved --class LoopSum
//: violates race:n
class JoinedRemoved {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    ts.remove(0);
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// It leaves the loop before the end.
//: main JoinedSome --class LoopSum
//: violates race:n
class JoinedSome {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    for (Thread t : ts) {
      t.join();
      if (args.length > 2) break;
    }
    System.out.println(sum.get());
  }
}

// Only one of two kinds is in the list.
//: main JoinedOneKind --class LoopSum
//: violates race:n
class JoinedOneKind {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    new LoopWorker(sum).start();
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// Every other one is put there.
//: main JoinedEveryOther --class LoopSum
//: violates race:n
class JoinedEveryOther {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread t = new LoopWorker(sum);
      if (i % 2 == 0) ts.add(t);
      t.start();
    }
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// Somebody interrupts main while it waits.
//: main JoinedInterrupted --class LoopSum
//: violates race:n
class JoinedInterrupted {
  public static void main(String[] args) {
    LoopSum sum = new LoopSum();
    Thread me = Thread.currentThread();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    new Thread(() -> me.interrupt()).start();
    for (Thread t : ts) {
      try {
        t.join();
      } catch (InterruptedException e) {
        System.out.println("on");
      }
    }
    System.out.println(sum.get());
  }
}

// A helper takes one out of the list.
//: main JoinedHanded --class LoopSum
//: violates race:n
class JoinedHanded {
  static void drop(List<Thread> all) { all.remove(0); }
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    List<Thread> ts = new ArrayList<>();
    for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
    drop(ts);
    for (Thread t : ts) t.join();
    System.out.println(sum.get());
  }
}

// The rounds overlap: what main reads in the second is written by threads of the first.
//: main JoinedRounds --class LoopSum
//: violates race:n
class JoinedRounds {
  public static void main(String[] args) throws InterruptedException {
    LoopSum sum = new LoopSum();
    for (int round = 0; round < 2; round++) {
      List<Thread> ts = new ArrayList<>();
      for (int i = 0; i < 4; i++) { Thread t = new LoopWorker(sum); ts.add(t); t.start(); }
      System.out.println(sum.get());
      for (Thread t : ts) t.join();
    }
  }
}
