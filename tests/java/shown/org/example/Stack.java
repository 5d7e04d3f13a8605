package org.example;

public class Stack {
  private Object[] data = new Object[16];
  private int count;
  public synchronized void push (Object x) {
    if (count == data.length)
      data = java.util.Arrays.copyOf (data, 2 * count);
    data[count++] = x;
  }

  public synchronized boolean empty () {
    return count == 0;
  }

  public Object pop () {
    if (empty ())
      return null;
    synchronized (this) {
      return data[--count];
    }
  }
}
