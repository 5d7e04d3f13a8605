// A cache of pages that a pool of threads fills, with statistics.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Two threads may both miss, and both load: containsKey() and put() are two calls.
//: main Downloads --class Downloads$Cache
//: violates 1:pages[] 1:loaded race:loaded
class Downloads {
  static class Cache {
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private int loaded;

    public String get(String url) {
      if (!pages.containsKey(url)) {
        pages.put(url, load(url));
        loaded++;
      }
      return pages.get(url);
    }

    private String load(String url) {
      return "page of " + url;
    }

    public String statistics() {
      return loaded + " of " + pages.size();
    }
  }

  public static void main(String[] args) {
    Cache cache = new Cache();
    ExecutorService pool = Executors.newCachedThreadPool();
    for (String url : args)
      pool.submit(() -> cache.get(url));
    System.out.println(cache.statistics());
    pool.shutdown();
  }
}
