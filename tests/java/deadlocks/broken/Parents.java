// As in a logger: the monitors of a category and of those above it, one after the other, and with each held
// that of its appender, which comes back to a category.  What the loop locks is `this' at first, then a parent.
class Parents {
  static class Category {
    private volatile Category parent;
    private Output output;
    private boolean isLast;

    public void log(String text) {
      for (Category c = this; c != null; c = c.parent) {
        synchronized (c) {
          if (c.output != null)
            c.output.write(text);
          if (c.isLast)
            break;
        }
      }
    }

    public synchronized void set(Output o) {
      output = o;
      isLast = true;
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

    public synchronized void close() {
      root.set(null);
    }

    public synchronized void attach(Category c) {
      root = c;
    }
  }
}
