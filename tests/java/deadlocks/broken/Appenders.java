import java.util.ArrayList;
import java.util.List;

/** A category calls its appenders with its lock held, and an appender logs. */
public class Appenders {
  public interface Appender {
    void append(String text);

    void close();
  }

  public static class Category {
    private final List<Appender> appenders = new ArrayList<>();

    public synchronized void add(Appender appender) {
      appenders.add(appender);
    }

    public void log(String text) {
      synchronized (this) {
        for (Appender appender : appenders)
          appender.append(text);
      }
    }
  }

  public static class FileAppender implements Appender {
    private final Category errors;
    private int lines;

    public FileAppender(Category errors) {
      this.errors = errors;
    }

    public synchronized void append(String text) {
      lines++;
    }

    public synchronized void close() {
      errors.log("closed after " + lines);
    }
  }
}
