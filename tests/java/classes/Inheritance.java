// What a class inherits belongs to it.

//: class Base
//: violates 1:n race:n
//: unit inc  R n W n
class Base {
  protected int n;

  public void inc() {
    n++;
  }
}

// Base.inc() cannot be called on a Guarded but through super.
//: class Guarded
//: safe
//: unit inc  [ R n W n ]
//: unit get  [ R n ]
class Guarded extends Base {
  @Override public synchronized void inc() {
    super.inc();
  }

  public synchronized int get() {
    return n;
  }
}

// inc() is inherited, and not synchronized.
//: class Unguarded
//: violates 1:n race:n
//: unit inc  R n W n
//: unit get  [ R n ]
class Unguarded extends Base {
  public synchronized int get() {
    return n;
  }
}

// A template method: the hook of the class that is looked at is called, no other.
abstract class Template {
  public final void work() {
    step();
    step();
  }

  abstract void step();
}

//: class TemplateTwice
//: violates 1:done 2:done
//: unit work  [ R done W done ] [ R done W done ]
class TemplateTwice extends Template {
  private int done;

  @Override synchronized void step() {
    done++;
  }
}

//: class TemplateOnce
//: safe
//: unit work  .
//: unit tick  [ R done W done ]
class TemplateOnce extends Template {
  private int done;

  @Override void step() {
  }

  public synchronized void tick() {
    done++;
  }
}
