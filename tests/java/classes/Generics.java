// Bridges: the compiler's accept (Object) calls accept (Integer).

//: class Cell
//: violates 1:v
//: unit get     [ R v ]
//: unit accept  [ W v ]
//: unit add     [ R v ] [ W v ]
class Cell implements java.util.function.Supplier<Integer>, java.util.function.Consumer<Integer> {
  private int v;

  @Override public synchronized Integer get() {
    return v;
  }

  @Override public synchronized void accept(Integer x) {
    v = x;
  }

  public void add(int d) {
    accept(get() + d);
  }
}

//: class CellFixed
//: safe
//: unit get     [ R v ]
//: unit accept  [ W v ]
//: unit add     [ [ R v ] [ W v ] ]
class CellFixed implements java.util.function.Supplier<Integer>, java.util.function.Consumer<Integer> {
  private int v;

  @Override public synchronized Integer get() {
    return v;
  }

  @Override public synchronized void accept(Integer x) {
    v = x;
  }

  public synchronized void add(int d) {
    accept(get() + d);
  }
}

// A generic super class, overridden with a bridge.
abstract class Slot<T> {
  protected T value;

  public abstract void put(T x);

  public T take() {
    T t = value;
    value = null;
    return t;
  }
}

//: class StringSlot
//: violates 1:value race:value
//: unit put   [ W value ]
//: unit take  R value W value
class StringSlot extends Slot<String> {
  @Override public synchronized void put(String s) {
    value = s;
  }
}

//: class StringSlotFixed
//: safe
//: unit put   [ W value ]
//: unit take  [ R value W value ]
class StringSlotFixed extends Slot<String> {
  @Override public synchronized void put(String s) {
    value = s;
  }

  @Override public synchronized String take() {
    return super.take();
  }
}
