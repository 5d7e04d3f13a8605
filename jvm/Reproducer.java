/* Reproducer: shows a finding of phaselock again, with nothing but a JDK (11 or later):
 *
 *     java -cp CLASSES @NAME@.java
 *
 * @FINDING@
 *
 * It starts a second JVM that makes the object and lets threads call its methods, and drives
 * that one by its debugger (JDI): each thread is held where it is about to make its
 * next step, and goes on when it is its turn.
 */
import com.sun.jdi.*;
import com.sun.jdi.connect.*;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

public class @NAME@ {
  /* ---- What is called. ---- */

  static void run() throws Throwable {
@SETUP@
    @TARGET@
    Thread[] threads = {
@THREADS@
    };
    for (Thread t : threads) t.start();
    System.in.read(); // the driver has no more to do
    while (!over(threads)) Thread.sleep(10);
    for (Thread t : threads) if (t.isAlive()) System.out.println(t.getName() + " does not return");
    @STATE@
    System.exit(0);
  }

  /* Have THREADS ended, or do all that are left wait, by the JVM's own judgement, for what none
     of them will give?  All are looked at in one moment, twice: one that was released from
     java.util.concurrent may not have noticed. */
  @SuppressWarnings("deprecation")
  static boolean over(Thread[] threads) throws Exception {
    java.lang.management.ThreadMXBean beans = java.lang.management.ManagementFactory.getThreadMXBean();
    for (int looks = 0; looks < 2; looks++) {
      boolean parked = false;
      for (java.lang.management.ThreadInfo t : beans.getThreadInfo(Arrays.stream(threads).mapToLong(Thread::getId).toArray(), 1)) {
        if (t == null || t.getThreadState() == Thread.State.TERMINATED) continue;
        boolean waits = t.getThreadState() == Thread.State.WAITING;
        if (!waits && (t.getThreadState() != Thread.State.BLOCKED || t.getLockOwnerId() == -1)) return false;
        parked |= waits && t.getLockOwnerId() == -1 && ("" + t.getLockName()).startsWith("java.util.concurrent");
      }
      if (!parked) return true;
      if (looks == 0) Thread.sleep(5000);
    }
    return true;
  }

  static Object target; // the object that the threads have in common

  interface Unit { Object call() throws Throwable; }
  interface Action { void run() throws Throwable; }

  static Thread thread(String name, Unit unit) {
    return new Thread(name) {
      public void run() {
        begin();
        try {
          System.out.println(name + " returned " + unit.call());
        } catch (Throwable e) {
          System.out.println(name + " threw " + e);
        }
      }
    };
  }

  static Thread thread(String name, Action action) {
    return thread(name, (Unit) () -> { action.run(); return "nothing"; });
  }

  static void begin() {}

  @SuppressWarnings("unchecked")
  static <T> T proxy(Class<T> type, boolean gives) { return (T) Answers.proxy(type, gives); }

  static final Set<Object> shown = Collections.newSetFromMap(new IdentityHashMap<>());

  /* What the object holds, and what that holds. */
  static void show(String path, Object o) {
    Class<?> type = o == null ? Object.class : o.getClass();
    boolean deep = shown.size() < 100 && (path.equals("o") || !type.getName().startsWith("java.")) && o != null
        && !type.isEnum() && !java.lang.reflect.Proxy.isProxyClass(type) && shown.add(o);
    Object[] parts = o instanceof Collection ? ((Collection<?>) o).toArray() : o instanceof Object[] ? (Object[]) o : null;
    if (parts != null && !path.equals("o")) {
      System.out.println("afterwards " + path + (o instanceof Collection ? ".size" : ".length") + " is " + parts.length);
      for (int i = 0; i < parts.length && i < 10; i++) show(path + "[" + i + "]", parts[i]);
    } else if (!deep) {
      System.out.println("afterwards " + path + " is " + o);
    } else {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (java.lang.reflect.Field f : c.getDeclaredFields()) {
          if (java.lang.reflect.Modifier.isStatic(f.getModifiers())) continue;
          try {
            f.setAccessible(true);
            show(path + "." + f.getName(), f.get(o));
          } catch (RuntimeException | IllegalAccessException e) {
            System.out.println("(" + path + "." + f.getName() + " cannot be read)");
          }
        }
      }
    }
  }

  /* ---- The order: thread, class, method, descriptor, index in the bytecode, and whether the
     method is one of the object's own. ---- */

  static final Object[][] STOPS = {
@STOPS@
  };
  /* From this one on, stops are reached, and all threads go on together. */
  static final int MEETING = @MEETING@;
  static final boolean DEADLOCK = @DEADLOCK@;

  enum State { RUNNING, HELD, BLOCKED, WAITING, ENDED }

  static VirtualMachine vm;
  static ReferenceType own; // this class in the second JVM
  static final Map<Integer, ThreadReference> threads = new HashMap<>();
  static final Map<Integer, State> states = new HashMap<>();
  static final Map<Integer, BreakpointRequest> stops = new HashMap<>();
  static final List<EventRequest> waits = new ArrayList<>();

  static int number(ThreadReference t) { return Integer.parseInt(t.name().replaceAll("thread (\\d+).*", "$1")) - 1; }

  static int next(int thread, int from) {
    while (from < STOPS.length && (Integer) STOPS[from][0] != thread) from++;
    return from;
  }

  static void ask(EventRequest request) {
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    request.enable();
  }

  static BreakpointRequest stop(int thread, Location place) {
    BreakpointRequest stop = vm.eventRequestManager().createBreakpointRequest(place);
    stop.addThreadFilter(threads.get(thread));
    return stop;
  }

  /* Have the JVM tell when THREAD is about to wait, and when it ends. */
  static void watch(int thread) {
    EventRequestManager requests = vm.eventRequestManager();
    ThreadReference t = threads.get(thread);
    ThreadDeathRequest ends = requests.createThreadDeathRequest();
    MonitorContendedEnterRequest enters = requests.createMonitorContendedEnterRequest();
    MonitorWaitRequest sleeps = requests.createMonitorWaitRequest();
    ends.addThreadFilter(t);
    enters.addThreadFilter(t);
    sleeps.addThreadFilter(t);
    waits.addAll(Arrays.asList(ends, enters, sleeps));
    for (ReferenceType type : vm.classesByName("java.util.concurrent.locks.LockSupport"))
      for (Method m : type.methodsByName("park")) waits.add(stop(thread, m.location()));
    for (EventRequest r : waits) if (!r.isEnabled()) ask(r);
  }

  static void note(Event e) {
    if (!(e instanceof LocatableEvent) && !(e instanceof ThreadDeathEvent)) return;
    ThreadReference t = e instanceof LocatableEvent ? ((LocatableEvent) e).thread() : ((ThreadDeathEvent) e).thread();
    Integer thread = null;
    for (int i : threads.keySet()) if (threads.get(i).equals(t)) thread = i;
    if (thread != null && e.request() == stops.get(thread)) states.put(thread, State.HELD);
    else if (thread != null && e instanceof ThreadDeathEvent) states.put(thread, State.ENDED);
    else if (thread != null && e instanceof MonitorWaitEvent) states.put(thread, State.WAITING);
    else if (thread != null && waits.contains(e.request())) states.put(thread, State.BLOCKED);
    if (thread == null || (states.get(thread) != State.HELD && states.get(thread) != State.BLOCKED)) release(t);
  }

  /* Take events until THREAD no longer runs. */
  static void await(int thread) throws Exception {
    while (states.get(thread) == State.RUNNING) for (Event e : vm.eventQueue().remove()) note(e);
    if (stops.get(thread) != null && states.get(thread) != State.WAITING) {
      vm.eventRequestManager().deleteEventRequest(stops.get(thread));
      stops.remove(thread);
    }
  }

  /* Let THREAD go on to stop NUMBER, or to its end. */
  static void go(int thread, int number) throws Exception {
    if (states.get(thread) == State.WAITING) { // it was notified
      states.put(thread, State.RUNNING);
      await(thread);
    }
    if (states.get(thread) == State.ENDED) return;
    if (number < STOPS.length && STOPS[number][1] != null) {
      Object[] s = STOPS[number];
      ReferenceType type = vm.classesByName((String) s[1]).get(0);
      Method method = type.methodsByName((String) s[2], (String) s[3]).get(0);
      BreakpointRequest stop = stop(thread, method.locationOfCodeIndex((Integer) s[4]));
      ObjectReference object = (ObjectReference) own.getValue(own.fieldByName("target"));
      if ((Boolean) s[5] && object != null && !method.isStatic())
        for (ClassType c = (ClassType) object.referenceType(); c != null; c = c.superclass())
          if (c.equals(type)) stop.addInstanceFilter(object);
      stops.put(thread, stop);
      ask(stops.get(thread));
    }
    states.put(thread, State.RUNNING);
    threads.get(thread).resume();
    await(thread);
  }

  /* Let T run freely; it may have ended meanwhile. */
  static void release(ThreadReference t) {
    try {
      while (t.isSuspended()) t.resume();
    } catch (ObjectCollectedException | IllegalThreadStateException | VMDisconnectedException e) {
    }
  }

  static void drive() throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    String source = System.getProperty("jdk.launcher.sourcefile", "@NAME@.java");
    arguments.get("options").setValue("-cp \"" + System.getProperty("java.class.path") + "\""
        + " --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED"
        + " --add-opens=java.base/java.io=ALL-UNNAMED");
    arguments.get("main").setValue("\"" + source + "\" run");
    vm = connector.launch(arguments);
    List<Thread> copies = new ArrayList<>();
    for (java.io.InputStream in : new java.io.InputStream[] {vm.process().getInputStream(), vm.process().getErrorStream()})
      copies.add(new Thread(() -> { try { in.transferTo(System.out); } catch (java.io.IOException e) { } }));
    for (Thread t : copies) t.start();
    EventRequestManager requests = vm.eventRequestManager();
    ClassPrepareRequest prepare = requests.createClassPrepareRequest();
    prepare.addClassFilter("@NAME@");
    prepare.enable();
    int count = (int) Arrays.stream(STOPS).map(s -> s[0]).distinct().count();
    while (threads.size() < count) {
      EventSet set = vm.eventQueue().remove();
      boolean hold = false;
      for (Event e : set) {
        if (e instanceof ClassPrepareEvent) {
          own = ((ClassPrepareEvent) e).referenceType();
          ask(requests.createBreakpointRequest(own.methodsByName("begin").get(0).location()));
        } else if (e instanceof BreakpointEvent) {
          threads.put(number(((BreakpointEvent) e).thread()), ((BreakpointEvent) e).thread());
          hold = true;
        }
      }
      if (!hold) set.resume();
    }
    for (int t = 0; t < count; t++) states.put(t, State.HELD);
    for (int t = 0; t < count; t++) watch(t);
    for (int t = 0; t < count; t++) if (next(t, 0) < STOPS.length && STOPS[next(t, 0)][1] != null) go(t, next(t, 0));
    for (int i = 0; i < MEETING; i++) go((Integer) STOPS[i][0], next((Integer) STOPS[i][0], i + 1));
    int last = (Integer) STOPS[STOPS.length - 1][0];
    for (int t = 0; t < count && !DEADLOCK; t++) {
      int thread = (last + t) % count;
      if (states.get(thread) == State.HELD) go(thread, STOPS.length);
    }
    requests.deleteEventRequests(new ArrayList<>(requests.breakpointRequests()));
    requests.deleteEventRequests(waits);
    for (ThreadReference t : threads.values()) release(t);
    threads.clear();
    vm.process().getOutputStream().close();
    try {
      while (true) for (Event e : vm.eventQueue().remove()) note(e); // what was under way: nobody is held
    } catch (VMDisconnectedException e) {
    }
    vm.process().waitFor();
    for (Thread t : copies) t.join();
  }

  public static void main(String[] words) throws Throwable {
    if (words.length > 0) run();
    else drive();
    System.exit(0);
  }
}
