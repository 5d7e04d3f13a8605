import java.util.Properties;

/** A table that the thread has just made is nobody else's. */
public class Fresh {
  private Properties shared = new Properties();

  public Properties copy() {
    Properties made = new Properties();
    fill(made);
    return made;
  }

  private void fill(Properties made) {
    made.putAll(shared);
  }

  public void share(Properties other) {
    shared = other;
  }
}
