import java.util.ArrayList;
import java.util.List;

/**
 * Money goes from one account to another, with the locks of both.
 * Broken: the locks are taken in the order of the arguments; right: in that of the numbers.
 */
public class Bank {
  static final class Account {
    final int id;
    private int balance;

    Account (int id, int balance) {
      this.id = id;
      this.balance = balance;
    }

    synchronized int balance () {
      return balance;
    }

    synchronized boolean withdraw (int amount) {
      if (balance < amount)
        return false;
      balance -= amount;
      return true;
    }

    synchronized void deposit (int amount) {
      balance += amount;
    }
  }

  static class Transfers {
    void transfer (Account from, Account to, int amount) {
      synchronized (from) {
        synchronized (to) {
          move (from, to, amount);
        }
      }
    }

    void move (Account from, Account to, int amount) {
      if (from.withdraw (amount))
        to.deposit (amount);
    }
  }

  static final class OrderedTransfers extends Transfers {
    @Override void transfer (Account from, Account to, int amount) {
      Account first = from.id < to.id ? from : to;
      Account second = from.id < to.id ? to : from;
      synchronized (first) {
        synchronized (second) {
          move (from, to, amount);
        }
      }
    }
  }

  static void open (Transfers transfers) throws InterruptedException {
    List<Account> accounts = new ArrayList<> ();
    for (int i = 0; i < 3; i++)
      accounts.add (new Account (i, 100));
    List<Thread> tellers = new ArrayList<> ();
    for (int i = 0; i < 3; i++) {
      Account from = accounts.get (i), to = accounts.get ((i + 1) % 3);
      Thread teller = new Thread (() -> transfers.transfer (from, to, 10));
      tellers.add (teller);
      teller.start ();
    }
    for (Thread teller : tellers)
      teller.join ();
    int sum = 0;
    for (Account account : accounts)
      sum += account.balance ();
    assert sum == 300 : "money is lost";
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      open (new Transfers ());
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      open (new OrderedTransfers ());
    }
  }
}
