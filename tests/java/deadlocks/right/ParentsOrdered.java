// The same loop, and the output takes no monitor of a category while it holds its own.
class ParentsOrdered {
  static class Category {
    private volatile Category parent;
    private Output output;

    public void log(String text) {
      for (Category c = this; c != null; c = c.parent) {
        synchronized (c) {
          if (c.output != null)
            c.output.write(text);
        }
      }
    }

    public synchronized void set(Output o) {
      output = o;
    }

    public void setParent(Category c) {
      parent = c;
    }
  }

  static class Output {
    private Category root;

    public synchronized void write(String text) {
      System.out.println(text);
    }

    public void close() {
      Category c;
      synchronized (this) {
        c = root;
      }
      c.set(null);
    }

    public synchronized void attach(Category c) {
      root = c;
    }
  }
}
