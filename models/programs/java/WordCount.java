import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Workers of a pool count words, and tell a queue when they have counted one.
 * Broken: two workers find no number for a word, and each puts one of its own.
 */
public class WordCount {
  abstract static class Counter {
    final Map<String, AtomicInteger> counts = new ConcurrentHashMap<> ();
    final BlockingQueue<String> counted = new ArrayBlockingQueue<> (4);

    abstract AtomicInteger numberOf (String word);

    void count (String word) {
      numberOf (word).incrementAndGet ();
      try {
        counted.put (word);
      } catch (InterruptedException e) {
        Thread.currentThread ().interrupt ();
      }
    }

    int get (String word) {
      AtomicInteger number = counts.get (word);
      return number == null ? 0 : number.get ();
    }
  }

  static final class Careless extends Counter {
    @Override AtomicInteger numberOf (String word) {
      AtomicInteger number = counts.get (word);
      if (number == null) {
        number = new AtomicInteger ();
        counts.put (word, number);
      }
      return number;
    }
  }

  static final class Careful extends Counter {
    @Override AtomicInteger numberOf (String word) {
      AtomicInteger number = counts.get (word);
      if (number != null)
        return number;
      AtomicInteger made = new AtomicInteger ();
      AtomicInteger first = counts.putIfAbsent (word, made);
      return first == null ? made : first;
    }
  }

  static final class Task implements Runnable {
    private final Counter counter;
    private final String word;

    Task (Counter counter, String word) {
      this.counter = counter;
      this.word = word;
    }

    @Override public void run () {
      counter.count (word);
    }
  }

  static void read (Counter counter, String... words) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool (2);
    for (String word : words)
      pool.execute (new Task (counter, word));
    for (int i = 0; i < words.length; i++)
      counter.counted.take ();
    pool.shutdown ();
    assert counter.get ("tick") == 2 : "a word is not counted";
    assert counter.get ("tock") == 1;
  }

  static class Broken {
    public static void main (String[] args) throws InterruptedException {
      read (new Careless (), "tick", "tock", "tick");
    }
  }

  static class Right {
    public static void main (String[] args) throws InterruptedException {
      read (new Careful (), "tick", "tock", "tick");
    }
  }
}
