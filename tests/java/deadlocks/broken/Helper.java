/** The cache is made by its owner and never leaves it: only the owner's methods lead to it. */
public class Helper {
  public static class Cache {
    private int size;

    public synchronized void put() {
      size++;
    }

    public synchronized void tell(Reader reader) {
      reader.note(size);
    }
  }

  public static class Reader {
    private int noted;

    public synchronized void note(int size) {
      noted = size;
    }

    public synchronized void fill(Helper helper) {
      helper.add();
    }
  }

  private final Cache cache = new Cache();

  public void add() {
    cache.put();
  }

  public void flush(Reader reader) {
    cache.tell(reader);
  }
}
