// Turns.java -- one thread goes at a time, and which one is chosen at random.
//
// Programs of generate.py call this class before each access, acquisition, start and join.  There
// the thread says what it is about to do and waits for its turn, so that every schedule of these
// actions can happen, and one seed gives one schedule.  Locks are kept here, not by the virtual
// machine: whoever waits for one is not given a turn until the lock is free.
//
// What can be seen in such a run is exact: a race is two threads that are both about to access one
// location, a deadlock is a circle of threads each of which is about to acquire what the next
// one holds.  Accesses go to a list with their units, for Patterns.
package turns;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

public final class Turns {
  // Ends the threads of a run that is over.
  static final class Over extends Error {
    private static final long serialVersionUID = 1;

    Over() {
      super(null, null, false, false);
    }
  }

  static final int NOTHING = 0, READ = 1, WRITE = 2, ENTER = 3, JOIN = 4;
  static final int MOST_STEPS = 400;

  // What runs in turns; it waits here while others go.
  static final class Task {
    final Object what; // the Thread, Runnable or pool task that it runs
    final Runnable body;
    final Object pool;
    int number, action, place, unit, depth;
    Object object; // of the action
    boolean done;
    volatile boolean turn;
    Worker worker;

    Task(Object what, Runnable body, Object pool) {
      this.what = what;
      this.body = body;
      this.pool = pool;
    }
  }

  static final class Worker extends Thread {
    volatile Task task;

    @Override public void run() {
      for (;;) {
        while (task == null)
          LockSupport.park(this);
        Task mine = task;
        waitForTurn(mine);
        try {
          if (!over)
            mine.body.run();
        } catch (Over | RuntimeException | StackOverflowError e) {
          // A unit may end by an exception, and a run by its end.
        }
        task = null;
        finish(mine);
      }
    }
  }

  // ---- One run. ----

  static final Task[] tasks = new Task[32];
  static int taskCount;
  static volatile boolean over;
  static Thread controller;
  static volatile boolean finished;
  static final java.util.ArrayList<Worker> idle = new java.util.ArrayList<>();
  static final Random chance = new Random();
  static int percent, steps, units;
  static final Object[] locks = new Object[64];
  static final Task[] owners = new Task[64];
  static final int[] counts = new int[64];
  static int lockCount;
  static final Patterns.Trace trace = new Patterns.Trace();
  static Seen seen;

  // What is told of what was seen.
  interface Seen {
    void race(int place, Object object);

    void deadlock(String how);
  }

  static Task current() {
    Thread thread = Thread.currentThread();
    return thread instanceof Worker ? ((Worker) thread).task : null;
  }

  static Task begin(Object what, Runnable body, Object pool) {
    Task task = new Task(what, body, pool);
    task.number = taskCount;
    tasks[taskCount++] = task;
    Worker worker;
    if (idle.isEmpty()) {
      worker = new Worker();
      worker.setDaemon(true);
      worker.start();
    } else {
      worker = idle.remove(idle.size() - 1);
    }
    task.worker = worker;
    worker.task = task;
    LockSupport.unpark(worker);
    return task;
  }

  static void run(long seed, Seen who, Runnable... bodies) {
    seen = who;
    chance.setSeed(seed * 0x9E3779B97F4A7C15L);
    percent = new int[] { 10, 30, 60, 100 }[chance.nextInt(4)];
    steps = units = taskCount = lockCount = 0;
    trace.count = trace.locations = 0;
    over = finished = false;
    controller = Thread.currentThread();
    for (Runnable body : bodies)
      begin(body, body, null);
    give(tasks[chance.nextInt(taskCount)]);
    while (!finished)
      LockSupport.park(controller);
    for (int i = 0; i < taskCount; i++)
      idle.add(tasks[i].worker);
  }

  static void waitForTurn(Task me) {
    while (!me.turn)
      LockSupport.park(me);
    me.turn = false;
  }

  static void give(Task task) {
    task.turn = true;
    LockSupport.unpark(task.worker);
  }

  static void finish(Task me) {
    me.done = true;
    me.action = NOTHING;
    Task next = choose(null);
    if (next != null) {
      give(next);
      return;
    }
    over = true;
    for (int i = 0; i < taskCount; i++)
      if (!tasks[i].done) {
        give(tasks[i]);
        return;
      }
    finished = true;
    LockSupport.unpark(controller);
  }

  // Whose turn it is: ME, or one of those that can go on; null: nobody can.
  static Task choose(Task me) {
    if (me != null && canGo(me) && chance.nextInt(100) >= percent)
      return me;
    int count = 0;
    Task chosen = null;
    for (int i = 0; i < taskCount; i++)
      if (canGo(tasks[i]) && chance.nextInt(++count) == 0)
        chosen = tasks[i];
    return chosen;
  }

  static boolean canGo(Task task) {
    if (task.done)
      return false;
    if (task.action == ENTER) {
      Task owner = owners[lockOf(task.object)];
      return owner == null || owner == task;
    }
    if (task.action != JOIN)
      return true;
    for (int i = 0; i < taskCount; i++)
      if ((tasks[i].what == task.object || tasks[i].pool == task.object) && !tasks[i].done)
        return false;
    return true;
  }

  // ME is about to do ACTION; returns when it may.
  static void point(Task me, int action, Object object, int place) {
    if (over)
      throw new Over();
    me.action = action;
    me.object = object;
    me.place = place;
    if (action == READ || action == WRITE)
      lookForRace(me);
    else if (action == ENTER)
      lookForDeadlock(me);
    Task next = ++steps > MOST_STEPS ? null : choose(me);
    if (next == null) {
      over = true;
      throw new Over();
    }
    if (next != me) {
      give(next);
      waitForTurn(me);
      if (over)
        throw new Over();
    }
    me.action = NOTHING;
  }

  static void lookForRace(Task me) {
    for (int i = 0; i < taskCount; i++) {
      Task other = tasks[i];
      if (other != me && !other.done && other.place == me.place && other.object == me.object
          && (other.action == WRITE && me.action != NOTHING
              || other.action == READ && me.action == WRITE))
        seen.race(me.place, me.object);
    }
  }

  static void lookForDeadlock(Task me) {
    StringBuilder how = new StringBuilder();
    Task task = me;
    for (int i = 0; i <= taskCount && task.action == ENTER; i++) {
      Task owner = owners[lockOf(task.object)];
      if (owner == null || owner == task)
        return;
      how.append(task.object.getClass().getSimpleName()).append(' ');
      task = owner;
      if (task == me) {
        seen.deadlock(how.toString());
        return;
      }
    }
  }

  static int lockOf(Object object) {
    for (int i = 0; i < lockCount; i++)
      if (locks[i] == object)
        return i;
    locks[lockCount] = object;
    owners[lockCount] = null;
    counts[lockCount] = 0;
    return lockCount++;
  }

  // ---- What programs call. ----

  public static void r(Object object, int place) {
    access(READ, object, place);
  }

  public static void w(Object object, int place) {
    access(WRITE, object, place);
  }

  // Statics belong to no object.
  public static void rs(int place) {
    access(READ, STATICS, place);
  }

  public static void ws(int place) {
    access(WRITE, STATICS, place);
  }

  static final Object STATICS = new Object();

  static void access(int action, Object object, int place) {
    if (object == null)
      throw new NullPointerException();
    Task me = current();
    if (me == null)
      return;
    point(me, action, object, place);
    trace.add(me.number, me.depth > 0 ? me.unit : ++units, action == WRITE, place, object);
  }

  public static void enter(Object lock) {
    if (lock == null)
      throw new NullPointerException();
    Task me = current();
    if (me == null)
      return;
    point(me, ENTER, lock, 0);
    int number = lockOf(lock);
    owners[number] = me;
    counts[number]++;
  }

  // True if LOCK was free.
  public static boolean tries(Object lock) {
    Task me = current();
    if (me == null)
      return true;
    point(me, NOTHING, lock, 0);
    int number = lockOf(lock);
    if (owners[number] != null && owners[number] != me)
      return false;
    owners[number] = me;
    counts[number]++;
    return true;
  }

  public static void exit(Object lock) {
    Task me = current();
    if (me == null || over)
      return;
    int number = lockOf(lock);
    if (owners[number] != me)
      throw new IllegalMonitorStateException();
    if (--counts[number] == 0)
      owners[number] = null;
  }

  // wait(): it may wake up at any time, as Java allows.
  public static void await(Object lock) {
    Task me = current();
    if (me == null)
      return;
    int number = lockOf(lock);
    if (owners[number] != me)
      throw new IllegalMonitorStateException();
    int count = counts[number];
    owners[number] = null;
    counts[number] = 0;
    if (me.depth > 0)
      me.unit = ++units;
    point(me, ENTER, lock, 0);
    owners[number] = me;
    counts[number] = count;
  }

  public static void begin() {
    Task me = current();
    if (me != null && me.depth++ == 0)
      me.unit = ++units;
  }

  public static void end() {
    Task me = current();
    if (me != null)
      me.depth--;
  }

  public static void start(Thread thread) {
    point(current(), NOTHING, null, 0);
    begin(thread, thread, null);
  }

  public static void join(Thread thread) {
    point(current(), JOIN, thread, 0);
  }

  // An executor: each task runs by itself.
  public static final class Pool {
    public void execute(Runnable task) {
      point(current(), NOTHING, null, 0);
      begin(task, task, this);
    }

    public void submit(Runnable task) {
      execute(task);
    }

    public void shutdown() {
    }

    public boolean awaitTermination(long time, java.util.concurrent.TimeUnit unit) {
      point(current(), JOIN, this, 0);
      return true;
    }
  }

  private Turns() {
  }
}
