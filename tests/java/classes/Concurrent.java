// Collections of java.util.concurrent and atomics: each call is one atomic piece.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

//: class Sequence
//: violates 1:n
//: unit next   n< R n > n< W n >
//: unit reset  n< W n >
class Sequence {
  private final AtomicInteger n = new AtomicInteger();

  public int next() {
    int v = n.get() + 1;
    n.set(v);
    return v;
  }

  public void reset() {
    n.set(0);
  }
}

//: class SequenceFixed
//: safe
//: unit next   n< R n W n >
//: unit reset  n< W n >
class SequenceFixed {
  private final AtomicInteger n = new AtomicInteger();

  public int next() {
    return n.incrementAndGet();
  }

  public void reset() {
    n.set(0);
  }
}

// Two atomics do not make an atomic pair.
//: class MinMax
//: violates 1:min 12:max,min 6:min,max
//: unit add    min< R min > ( . | min< W min > ) max< R max > ( . | max< W max > )
//: unit range  max< R max > min< R min >
class MinMax {
  private final AtomicLong min = new AtomicLong();
  private final AtomicLong max = new AtomicLong();

  public void add(long x) {
    if (x < min.get())
      min.set(x);
    if (x > max.get())
      max.set(x);
  }

  public long range() {
    return max.get() - min.get();
  }
}

//: class MinMaxFixed
//: safe
//: unit add    [ min< R min > ( . | min< W min > ) max< R max > ( . | max< W max > ) ]
//: unit range  [ max< R max > min< R min > ]
class MinMaxFixed {
  private final AtomicLong min = new AtomicLong();
  private final AtomicLong max = new AtomicLong();

  public synchronized void add(long x) {
    if (x < min.get())
      min.set(x);
    if (x > max.get())
      max.set(x);
  }

  public synchronized long range() {
    return max.get() - min.get();
  }
}

// A flag: test and set in one call, or in two.
//: class Once
//: violates 1:done
//: unit first  done< R done > ( . | done< W done > )
class Once {
  private final AtomicBoolean done = new AtomicBoolean();

  public boolean first() {
    if (done.get())
      return false;
    done.set(true);
    return true;
  }
}

//: class OnceFixed
//: safe
//: unit first  done< R done ( . | W done ) >
class OnceFixed {
  private final AtomicBoolean done = new AtomicBoolean();

  public boolean first() {
    return done.compareAndSet(false, true);
  }
}

// A loop of compareAndSet () is right, since it compares; a model has no data and
// cannot know: patterns fit.
//: class CasLoop
//: violates 1:head
//: unit push  head< R head > head< R head ( . | W head ) > ( head< R head > head< R head ( . | W head ) > )*
class CasLoop {
  private final AtomicReference<String> head = new AtomicReference<>();

  public void push(String s) {
    String old;
    do {
      old = head.get();
    } while (!head.compareAndSet(old, s + old));
  }
}

// get () and put () of a concurrent map; merge () does both at once.
//: class Words
//: violates 1:map[]
//: unit count  map< R map[] > map< W map[] >
//: unit size   map< R map[] >
class Words {
  private final ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();

  public void count(String w) {
    Integer n = map.get(w);
    map.put(w, n == null ? 1 : n + 1);
  }

  public int size() {
    return map.size();
  }
}

//: class WordsFixed
//: safe
//: unit count  map< R map[] W map[] >
//: unit size   map< R map[] >
class WordsFixed {
  private final ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();

  public void count(String w) {
    map.merge(w, 1, Integer::sum);
  }

  public int size() {
    return map.size();
  }
}

//: class PutIfAbsent
//: safe
//: unit add  map< R map[] W map[] >
class PutIfAbsent {
  private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

  public boolean add(String k) {
    return map.putIfAbsent(k, k) == null;
  }
}

// A copy-on-write iterator reads once, whatever others do meanwhile.
//: class Listeners
//: safe
//: unit add   all< R all[] W all[] >
//: unit fire  all< R all[] >
class Listeners {
  private final CopyOnWriteArrayList<Runnable> all = new CopyOnWriteArrayList<>();

  public void add(Runnable r) {
    all.add(r);
  }

  public void fire() {
    for (Runnable r : all)
      r.run();
  }
}

// A queue that is asked and then emptied.
//: class Inbox
//: violates 1:queue[] 2:queue[]
//: unit offer  queue< R queue[] W queue[] >
//: unit next   queue< R queue[] > ( . | queue< R queue[] W queue[] > )
class Inbox {
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(10);

  public boolean offer(String s) {
    return queue.offer(s);
  }

  public String next() throws InterruptedException {
    if (queue.isEmpty())
      return null;
    return queue.take();
  }
}

//: class InboxFixed
//: safe
//: unit offer  queue< R queue[] W queue[] >
//: unit next   queue< R queue[] W queue[] >
class InboxFixed {
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(10);

  public boolean offer(String s) {
    return queue.offer(s);
  }

  public String next() {
    return queue.poll();
  }
}
