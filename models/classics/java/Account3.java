// Three threads move money; the transfer reads the balance before it takes the lock.
public class Account3 {
  static class Account {
    int balance;
    synchronized void add(int n) { balance += n; }
    void move(int n) {
      int seen = balance;
      synchronized (this) { balance = seen + n; }
    }
  }

  static void run(boolean right) throws Exception {
    Account account = new Account();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int n = i + 1;
      threads[i] = new Thread(() -> { if (right) account.add(n); else account.move(n); });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    synchronized (account) { assert account.balance == 6; }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
