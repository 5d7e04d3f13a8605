/* Reproducer: shows a finding of phaselock again, with nothing but a JDK (11 or later):
 *
 *     java -cp CLASSES @NAME@.java
 *
 * @FINDING@
 *
 * It starts a second JVM that makes the object and lets two threads call its methods, and
 * drives that one by its debugger (JDI): each thread is held where it is about to make its
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
    Thread[] threads = {
@THREADS@
    };
    for (Thread t : threads) t.start();
    System.in.read(); // the driver has no more to do: only now does the time to return begin
    for (Thread t : threads) t.join(5000);
    for (Thread t : threads) if (t.isAlive()) System.out.println(t.getName() + " does not return");
    @STATE@
    System.exit(0);
  }

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
  static <T> T proxy(Class<T> type) {
    return (T) java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
        (self, method, arguments) -> null);
  }

  static void show(String name, Object object) throws Exception {
    for (Class<?> c = object.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
      for (java.lang.reflect.Field f : c.getDeclaredFields()) {
        if (java.lang.reflect.Modifier.isStatic(f.getModifiers())) continue;
        try {
          f.setAccessible(true);
          System.out.println("afterwards " + name + "." + f.getName() + " is " + f.get(object));
        } catch (RuntimeException e) {
          System.out.println("(" + f.getName() + " cannot be read)");
        }
      }
    }
  }

  /* ---- The order: thread, class, method, descriptor, index in the bytecode. ---- */

  static final Object[][] STOPS = {
@STOPS@
  };
  /* From this one on, stops are reached, and all threads go on together. */
  static final int MEETING = @MEETING@;
  static final boolean DEADLOCK = @DEADLOCK@;

  static VirtualMachine vm;
  static final Map<Integer, ThreadReference> threads = new HashMap<>();
  static final Set<Integer> waiting = new HashSet<>(), ended = new HashSet<>();

  static int number(ThreadReference t) { return Integer.parseInt(t.name().replaceAll("thread (\\d+).*", "$1")) - 1; }

  static int next(int thread, int from) {
    while (from < STOPS.length && (Integer) STOPS[from][0] != thread) from++;
    return from;
  }

  /* Let THREAD go on to stop NUMBER, or to its end. */
  static void go(int thread, int number) throws Exception {
    EventRequestManager requests = vm.eventRequestManager();
    BreakpointRequest stop = null;
    if (number < STOPS.length && STOPS[number][1] != null) {
      Object[] s = STOPS[number];
      ReferenceType type = vm.classesByName((String) s[1]).get(0);
      stop = requests.createBreakpointRequest(
          type.methodsByName((String) s[2], (String) s[3]).get(0).locationOfCodeIndex((Integer) s[4]));
      stop.addThreadFilter(threads.get(thread));
      stop.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
      stop.enable();
    }
    threads.get(thread).resume();
    while (true) {
      for (Event e : vm.eventQueue().remove()) {
        if (e instanceof VMDisconnectEvent || e instanceof VMDeathEvent) return;
        if (!(e instanceof LocatableEvent) && !(e instanceof ThreadDeathEvent)) continue;
        ThreadReference t = e instanceof LocatableEvent ? ((LocatableEvent) e).thread() : ((ThreadDeathEvent) e).thread();
        if (!t.equals(threads.get(thread))) { release(t); continue; }
        if (e instanceof MonitorContendedEnterEvent) waiting.add(thread);
        if (stop != null) requests.deleteEventRequest(stop);
        if (e instanceof ThreadDeathEvent) {
          ended.add(thread);
          t.resume();
        }
        return;
      }
    }
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
    for (java.io.InputStream in : new java.io.InputStream[] {vm.process().getInputStream(), vm.process().getErrorStream()}) {
      new Thread(() -> { try { in.transferTo(System.out); } catch (java.io.IOException e) { } }).start();
    }
    EventRequestManager requests = vm.eventRequestManager();
    ClassPrepareRequest own = requests.createClassPrepareRequest();
    own.addClassFilter("@NAME@");
    own.enable();
    int count = (int) Arrays.stream(STOPS).map(s -> s[0]).distinct().count();
    while (threads.size() < count) {
      EventSet set = vm.eventQueue().remove();
      boolean hold = false;
      for (Event e : set) {
        if (e instanceof ClassPrepareEvent) {
          BreakpointRequest begin = requests.createBreakpointRequest(
              ((ClassPrepareEvent) e).referenceType().methodsByName("begin").get(0).location());
          begin.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
          begin.enable();
        } else if (e instanceof BreakpointEvent) {
          threads.put(number(((BreakpointEvent) e).thread()), ((BreakpointEvent) e).thread());
          hold = true;
        }
      }
      if (!hold) set.resume();
    }
    ThreadDeathRequest ends = requests.createThreadDeathRequest();
    ends.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    ends.enable();
    MonitorContendedEnterRequest waits = requests.createMonitorContendedEnterRequest();
    waits.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    waits.enable();
    for (int t = 0; t < count; t++) if (next(t, 0) < STOPS.length && STOPS[next(t, 0)][1] != null) go(t, next(t, 0));
    for (int i = 0; i < MEETING; i++) go((Integer) STOPS[i][0], next((Integer) STOPS[i][0], i + 1));
    int last = (Integer) STOPS[STOPS.length - 1][0];
    for (int t = 0; t < count && !DEADLOCK; t++) {
      int thread = (last + t) % count;
      if (!ended.contains(thread) && !waiting.contains(thread)) go(thread, STOPS.length);
    }
    requests.deleteEventRequests(new ArrayList<>(requests.breakpointRequests()));
    requests.deleteEventRequest(ends);
    requests.deleteEventRequest(waits);
    for (ThreadReference t : threads.values()) release(t);
    vm.process().getOutputStream().close();
    vm.process().waitFor();
  }

  public static void main(String[] words) throws Throwable {
    if (words.length > 0) run();
    else drive();
    System.exit(0);
  }
}
