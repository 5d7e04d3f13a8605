import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Repeat FOLDER RUNS CLASS... -- carries out main of each class RUNS times, each time with classes that were loaded anew and
 * with assertions, and waits until all of its threads have ended. Prints "CLASS ok", or in which run what was thrown, or who
 * waits for ever.
 */
public class Repeat {
  /** No run of a right program needs that long, on the busiest machine. */
  static final long PATIENCE = 120_000;

  static final class Group extends ThreadGroup {
    final AtomicReference<Throwable> thrown = new AtomicReference<>();

    Group() {
      super("run");
    }

    @Override
    public void uncaughtException(Thread thread, Throwable what) {
      thrown.compareAndSet(null, what);
    }
  }

  static String run(URL[] folder, String name) throws Exception {
    Group group = new Group();
    try (URLClassLoader loader = new URLClassLoader(folder)) {
      loader.setDefaultAssertionStatus(true);
      Method main = Class.forName(name, false, loader).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      Thread first =
          new Thread(
              group,
              () -> {
                try {
                  main.invoke(null, (Object) new String[0]);
                } catch (ReflectiveOperationException e) {
                  group.uncaughtException(Thread.currentThread(), e.getCause() != null ? e.getCause() : e);
                }
              });
      first.start();
      long begin = System.nanoTime();
      Thread[] alive = new Thread[64];
      for (int count; (count = group.enumerate(alive)) > 0; ) {
        alive[0].join(PATIENCE);
        if ((System.nanoTime() - begin) / 1_000_000 > PATIENCE)
          return "stuck: " + alive[0].getName() + " and " + (count - 1) + " others";
      }
    }
    Throwable thrown = group.thrown.get();
    return thrown == null ? null : thrown.toString();
  }

  public static void main(String[] arguments) throws Exception {
    URL[] folder = {Path.of(arguments[0]).toUri().toURL()};
    int runs = Integer.parseInt(arguments[1]);
    for (int i = 2; i < arguments.length; i++) {
      String outcome = null;
      for (int n = 1; n <= runs && outcome == null; n++) {
        outcome = run(folder, arguments[i]);
        if (outcome != null) outcome = "run " + n + ": " + outcome;
      }
      System.out.println(arguments[i] + " " + (outcome == null ? "ok" : outcome));
    }
    System.exit(0);
  }
}
