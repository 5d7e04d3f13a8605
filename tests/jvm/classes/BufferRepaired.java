// none
public class BufferRepaired {
  private final char[] text = new char[16];
  private int length;
  public synchronized void append(char c) { text[length++] = c; }
  public synchronized void clear() { length = 0; }
  public synchronized int length() { return length; }
  public synchronized char at(int i) {
    if (i >= length) throw new IndexOutOfBoundsException("at " + i);
    return text[i];
  }
  public synchronized char last() { int n = length(); return n == 0 ? '?' : at(n - 1); }
}
