/** Three classes in a circle. */
public class Three {
  public static class A {
    B b;
    int n;
    public synchronized void step() { n++; b.touch(); }
    public synchronized void touch() { n = 0; }
  }

  public static class B {
    C c;
    int n;
    public synchronized void step() { n++; c.touch(); }
    public synchronized void touch() { n = 0; }
  }

  public static class C {
    A a;
    int n;
    public synchronized void step() { n++; a.touch(); }
    public synchronized void touch() { n = 0; }
  }
}
