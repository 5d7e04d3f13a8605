// Enum constants are objects like others.

//: class Level
//: violates race:hits 1:hits
//: unit hit   R hits W hits
//: unit hits  [ R hits ]
enum Level {
  LOW, HIGH;

  private int hits;

  public void hit() {
    hits++;
  }

  public synchronized int hits() {
    return hits;
  }
}

//: class LevelFixed
//: safe
//: unit hit   [ R hits W hits ]
//: unit hits  [ R hits ]
enum LevelFixed {
  LOW, HIGH;

  private int hits;

  public synchronized void hit() {
    hits++;
  }

  public synchronized int hits() {
    return hits;
  }
}

// Constants with bodies of their own: each is a class of its own, the switch on an
// enum goes through a table that nobody writes.
//: class Gear
//: violates 5:gear 3:gear
//: unit shift  ( [ W gear ] | . ) ( [ W gear ] | . )
//: unit get    [ R gear ]
class Gear {
  enum Way { UP, DOWN, BOTH }

  private int gear;

  private synchronized void set(int g) {
    gear = g;
  }

  public void shift(Way way) {
    switch (way) {
      case UP:
        set(1);
        break;
      case DOWN:
        set(-1);
        break;
      default:
        set(1);
        set(-1);
        break;
    }
  }

  public synchronized int get() {
    return gear;
  }
}
