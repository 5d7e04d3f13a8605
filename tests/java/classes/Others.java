// An object that is the argument of a method called on another one.

// append (other) holds this, not other.  As in StringBuffer, the length is read, and
// then the characters.  What happens to the other object (this) is no location here.
//: class Text
//: violates 2:length 12:length,buf[]
//: unit append     [ R length R length W buf[] W length ]
//: unit appendTo   [ R length ] [ R length R buf[] ]
//: unit length     [ R length ]
//: unit charAt     [ R length R buf[] ]
//: unit setLength  [ W length ]
class Text {
  private final char[] buf = new char[1000];
  private int length;

  public synchronized int length() {
    return length;
  }

  public synchronized char charAt(int i) {
    if (i < length)
      return buf[i];
    throw new IllegalArgumentException();
  }

  public synchronized void setLength(int n) {
    length = n;
  }

  // What it does with I as this and with I as other is different; with I as both, it is
  // one after the other, under the lock.
  public synchronized void append(Text other) {
    if (other.length() > 0) {
      char c = other.charAt(0);
      if (length < 1000) {
        buf[length] = c;
        length = 1;
      }
    }
  }
}

// equals (Object) reads the other object's fields without its lock.
//: class Point
//: violates 11:x,y race:x race:y
//: unit move    [ W x W y ]
//: unit equals  [ R x ( . | R y ) ]
//: unit equalsTo  R x ( . | R y )
//: unit hashCode  [ R x R y ]
class Point {
  private int x;
  private int y;

  public synchronized void move(int x, int y) {
    this.x = x;
    this.y = y;
  }

  @Override public synchronized boolean equals(Object o) {
    if (!(o instanceof Point))
      return false;
    Point p = (Point) o;
    return x == p.x && y == p.y;
  }

  @Override public synchronized int hashCode() {
    return 31 * x + y;
  }
}

// Another given class has a method that takes one.
//: class Purse
//: violates 1:coins
//: unit get  [ R coins ]
//: unit set  [ W coins ]
//: unit Thief.rob  [ R coins ] [ W coins ]
class Purse {
  private int coins;

  public synchronized int get() {
    return coins;
  }

  public synchronized void set(int c) {
    coins = c;
  }
}

class Thief {
  public int rob(Purse purse) {
    int c = purse.get();
    purse.set(0);
    return c;
  }
}

// Code that others hand in may call the object back, with the lock held: a note says that this is not modelled.
interface Listener {
  void changed(int value);
}

//: class Notifier
//: safe
//: unit set    [ W value ]
//: unit change [ R value W value ]
class Notifier {
  private int value;

  public synchronized void set(int v, Listener listener) {
    value = v;
    listener.changed(v); // NOTE may miss
  }

  public synchronized void change(java.util.function.IntUnaryOperator how) {
    value = how.applyAsInt(value); // NOTE may miss
  }
}
