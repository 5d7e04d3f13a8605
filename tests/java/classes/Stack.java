// The stack of the README: pop() looks, lets go, and takes.

//: class Stack
//: violates 1:count 11:count,data[]
//: unit push   [ R count W count W data[] ]
//: unit empty  [ R count ]
//: unit pop    [ R count ] ( . | [ R count W count R data[] ] )
class Stack {
  private final Object[] data = new Object[100];
  private int count;

  public synchronized void push(Object element) {
    data[count++] = element;
  }

  public synchronized boolean empty() {
    return count == 0;
  }

  public Object pop() {
    if (empty())
      return null;
    synchronized (this) {
      return data[--count];
    }
  }
}

//: class StackFixed
//: safe
//: unit push   [ R count W count W data[] ]
//: unit empty  [ R count ]
//: unit pop    [ [ R count ] ( . | R count W count R data[] ) ]
class StackFixed {
  private final Object[] data = new Object[100];
  private int count;

  public synchronized void push(Object element) {
    data[count++] = element;
  }

  public synchronized boolean empty() {
    return count == 0;
  }

  public synchronized Object pop() {
    if (empty())
      return null;
    return data[--count];
  }
}
