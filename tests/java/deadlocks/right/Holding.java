/** The registry is not entered by somebody who has the lock of an account. */
public class Holding {
  public static class Registry {
    private static int entries;

    static synchronized void register(Account account) {
      synchronized (account) {
        entries++;
      }
    }

    public static void enter(Account account) {
      register(account);
    }
  }

  public static class Account {
    private int balance;

    private void changed() {
      if (!Thread.holdsLock(this))
        Registry.register(this);
    }

    public synchronized void deposit(int amount) {
      balance += amount;
      changed();
    }
  }
}
