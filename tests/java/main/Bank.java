// A bank: accounts in a map, tellers in threads, an auditor.
import java.util.HashMap;
import java.util.Map;

// The map is filled before the tellers start, and only read afterwards.  Accounts are
// synchronized one by one; total() takes them one after the other, and transfer() moves money
// between two of them.  An account alone is right, and the bank has one location that
// two threads touch without a lock: the counter of transfers.
//: main Bank --class Bank
//: violates 1:transfers race:transfers
class Bank {
  static class Account {
    private long balance;

    Account(long balance) {
      this.balance = balance;
    }

    synchronized void add(long amount) {
      balance += amount;
    }

    synchronized long balance() {
      return balance;
    }
  }

  private final Map<String, Account> accounts = new HashMap<>();
  private int transfers;

  public void open(String name, long balance) {
    accounts.put(name, new Account(balance));
  }

  public void transfer(String from, String to, long amount) {
    accounts.get(from).add(-amount);
    accounts.get(to).add(amount);
    transfers++;
  }

  public long total() {
    long sum = 0;
    for (Account a : accounts.values())
      sum += a.balance();
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    Bank bank = new Bank();
    bank.open("a", 100);
    bank.open("b", 100);
    Thread[] tellers = new Thread[3];
    for (int i = 0; i < tellers.length; i++) {
      tellers[i] = new Thread(() -> {
        for (int k = 0; k < 1000; k++)
          bank.transfer("a", "b", 1);
      });
      tellers[i].start();
    }
    System.out.println(bank.total());
    for (Thread t : tellers)
      t.join();
    System.out.println(bank.total());
  }
}
