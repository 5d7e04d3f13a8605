/* Reproducer: shows a finding of phaselock again, with nothing but a JDK (11 or later):
 *
 *     java -cp CLASSES @NAME@.java
 *
 * @FINDING@
 *
 * It starts the program in a second JVM and leads its threads by the JDK's own debugger
 * (JDI): each is held where it is about to make its next step, and goes on when it is
 * its turn.
 */
import com.sun.jdi.*;
import com.sun.jdi.connect.*;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

public class @NAME@ {
  static final String MAIN = "@MAIN@";

  /* The order: thread, how the step is made, class, method, descriptor, index in the bytecode;
     then the threads that it starts. */
  static final Object[][] STOPS = {
@STOPS@
  };
  /* Of these the last ones are only reached, and all threads go on together. */
  static final int MEETING = @MEETING@;
  static final boolean DEADLOCK = @DEADLOCK@;
  /* The thread whose assertion fails; -1: there is none. */
  static final int CLAIMANT = @CLAIMANT@;

  static VirtualMachine vm;
  static EventRequestManager requests;

  enum State { UNKNOWN, EXPECTED, RUNNING, HELD, BLOCKED, WAITING, ENDED }

  static class Led {
    ThreadReference thread;
    State state = State.UNKNOWN;
    int starter;
    boolean siblings, asleep;
    Location at;
    EventRequest stop, step;
    final List<EventRequest> waits = new ArrayList<>();
  }
  static final Map<Integer, Led> led = new TreeMap<>();
  static final Set<EventRequest> starts = new HashSet<>();

  static <R extends EventRequest> R ask(R request) {
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    request.enable();
    return request;
  }

  static void forget(EventRequest request) {
    if (request != null) requests.deleteEventRequest(request);
  }

  static Led of(ThreadReference t) {
    for (Led l : led.values()) if (t != null && t.equals(l.thread) && l.state != State.ENDED) return l;
    return null;
  }

  /* The place of stop S, or null while its class is not loaded. */
  static Location place(int s) {
    for (ReferenceType type : vm.classesByName((String) STOPS[s][2]))
      if (type.isPrepared())
        for (Method m : type.methodsByName((String) STOPS[s][3], (String) STOPS[s][4]))
          return m.locationOfCodeIndex((Integer) STOPS[s][5]);
    return null;
  }

  static boolean samePlace(int a, int b) {
    return STOPS[a][2] != null && Arrays.equals(Arrays.copyOfRange(STOPS[a], 2, 6), Arrays.copyOfRange(STOPS[b], 2, 6));
  }

  static int next(int thread, int from) {
    while (from < STOPS.length && (Integer) STOPS[from][0] != thread) from++;
    return from;
  }

  /* Breakpoints that wait for their classes. */
  static final Map<Integer, ThreadReference> deferred = new HashMap<>();

  static void stopAt(Led l, int s) {
    Location place = place(s);
    if (place == null) {
      deferred.put(s, l.thread);
      ClassPrepareRequest prepare = requests.createClassPrepareRequest();
      prepare.addClassFilter((String) STOPS[s][2]);
      ask(prepare);
      return;
    }
    BreakpointRequest stop = requests.createBreakpointRequest(place);
    if (l.thread != null) stop.addThreadFilter(l.thread);
    l.stop = ask(stop);
  }

  static void watch(Led l) {
    if (!l.waits.isEmpty()) return;
    MonitorContendedEnterRequest enters = requests.createMonitorContendedEnterRequest();
    MonitorWaitRequest sleeps = requests.createMonitorWaitRequest();
    enters.addThreadFilter(l.thread);
    sleeps.addThreadFilter(l.thread);
    l.waits.addAll(List.of(ask(enters), ask(sleeps)));
    watchParks(l);
    if (CLAIMANT < 0 || l != led.get(CLAIMANT)) return;
    ExceptionRequest exceptions = requests.createExceptionRequest(null, true, true);
    exceptions.addThreadFilter(l.thread);
    ask(exceptions);
  }

  static void watchParks(Led l) {
    for (ReferenceType type : vm.classesByName("java.util.concurrent.locks.LockSupport"))
      for (Method m : type.methodsByName("park")) {
        BreakpointRequest park = requests.createBreakpointRequest(m.location());
        park.addThreadFilter(l.thread);
        l.waits.add(ask(park));
      }
  }

  /* ---- Events. ---- */

  static Led halted; // who is held where it starts the next thread

  /* Somebody calls Thread.start: of the thread that its step starts, and that is first to go on.
     Is it held there? */
  static boolean started(ThreadReference by) throws Exception {
    ThreadReference started = (ThreadReference) by.frame(0).thisObject();
    Led first = null;
    int place = STOPS.length + 1;
    for (Map.Entry<Integer, Led> e : led.entrySet()) {
      if (started.equals(e.getValue().thread)) return false;
      if (e.getValue().state == State.EXPECTED && led.get(e.getValue().starter).thread.equals(by) && next(e.getKey(), 0) < place) {
        first = e.getValue();
        place = next(e.getKey(), 0);
      }
    }
    if (first == null) return false;
    forget(first.stop);
    first.stop = null;
    first.thread = started;
    first.state = State.RUNNING;
    if (halted == null || !by.equals(halted.thread)) return false;
    halted.state = State.HELD;
    return true;
  }

  static boolean isOwn(Led l, EventRequest r) { return r != null && (r == l.stop || r == l.step); }

  /* Was THREAD, suspended by these events, let go for one of them?  False: it goes on. */
  static boolean note(EventSet set) throws Exception {
    boolean held = false;
    for (Event e : set) {
      if (e instanceof ClassPrepareEvent) {
        if (((ClassPrepareEvent) e).referenceType().name().endsWith("LockSupport"))
          for (Led l : led.values()) if (!l.waits.isEmpty()) watchParks(l);
        for (int s : new ArrayList<>(deferred.keySet())) {
          if (place(s) == null) continue;
          ThreadReference t = deferred.remove(s);
          for (Led l : led.values()) if (Objects.equals(l.thread, t) && l.state != State.ENDED) stopAt(l, s);
        }
        continue;
      }
      ThreadReference t = e instanceof LocatableEvent ? ((LocatableEvent) e).thread()
          : e instanceof ThreadStartEvent ? ((ThreadStartEvent) e).thread()
          : e instanceof ThreadDeathEvent ? ((ThreadDeathEvent) e).thread() : null;
      Led l = of(t);
      if (starts.contains(e.request())) held |= started(t);
      else if (e instanceof ExceptionEvent) thrown((ExceptionEvent) e);
      else if (l == null) held |= e instanceof BreakpointEvent && adopt(t, e);
      else if (e instanceof ThreadDeathEvent) l.state = State.ENDED;
      else if (e instanceof ThreadStartEvent && l.state == State.RUNNING || isOwn(l, e.request())) {
        l.state = State.HELD;
        l.at = e instanceof LocatableEvent ? ((LocatableEvent) e).location() : null;
        held = true;
      } else if (l.waits.contains(e.request()) && !held) {
        l.state = e instanceof MonitorWaitEvent || l.state == State.WAITING ? State.WAITING : State.BLOCKED;
        held = l.state == State.BLOCKED;
      }
    }
    return held;
  }

  /* A thread of a pool gets to the first step of one that is not known yet. */
  static boolean adopt(ThreadReference t, Event e) {
    for (Led l : led.values()) {
      if (l.state != State.EXPECTED || l.stop == null || e.request() != l.stop) continue;
      l.thread = t;
      l.state = State.HELD;
      l.at = ((LocatableEvent) e).location();
      forget(l.stop);
      l.stop = null;
      return true;
    }
    return false;
  }

  /* What a task leaves with is kept by its Future: nobody else prints it. */
  static void thrown(ExceptionEvent e) {
    if (e.catchLocation() != null && e.catchLocation().declaringType().name().matches("java.util.concurrent.(FutureTask|CompletableFuture|ForkJoinTask).*"))
      System.out.println("a task threw " + e.exception().referenceType().name() + " at " + e.location());
  }

  static void take() throws Exception {
    EventSet set = vm.eventQueue().remove();
    if (!note(set)) set.resume();
  }

  /* ---- Steps. ---- */

  static void resume(Led l) {
    l.at = null;
    if (l.state == State.HELD || l.state == State.BLOCKED) {
      l.state = State.RUNNING;
      l.thread.resume();
    }
  }

  /* Until it is held or has ended; what it has to wait for on the way is given to it. */
  static void run(Led l) throws Exception {
    resume(l);
    while (l.state != State.HELD && l.state != State.ENDED) {
      if (l.state == State.BLOCKED) resume(l);
      if (l.state == State.WAITING) l.state = State.RUNNING;
      take();
    }
  }

  static void step(Led l) {
    StepRequest step = requests.createStepRequest(l.thread, StepRequest.STEP_MIN, StepRequest.STEP_OVER);
    l.step = ask(step);
  }

  static void known(int thread) throws Exception {
    Led l = led.get(thread);
    while (l.state == State.EXPECTED && l.siblings && led.get(l.starter).state == State.HELD) {
      Led starter = led.get(l.starter);
      halted = starter;
      run(starter);
      halted = null;
      if (starter.state != State.HELD) break;
      starter.step = ask(requests.createStepRequest(starter.thread, StepRequest.STEP_MIN, StepRequest.STEP_OUT));
      run(starter);
      forget(starter.step);
    }
    while (l.state == State.EXPECTED || l.state == State.RUNNING) take();
  }

  static void arrive(int s) throws Exception {
    Led l = led.get((Integer) STOPS[s][0]);
    known((Integer) STOPS[s][0]);
    if (!STOPS[s][1].equals("ENTER") && l.at != null && l.at.equals(place(s))) return;
    stopAt(l, s);
    run(l);
    forget(l.stop);
    l.stop = null;
    if (l.state == State.ENDED) throw new IllegalStateException("a thread took another way: it did not get to " + Arrays.toString(STOPS[s]));
  }

  static void make(int s) throws Exception {
    int thread = (Integer) STOPS[s][0];
    String how = (String) STOPS[s][1];
    Led l = led.get(thread);
    if (how.equals("WAKE") || l.asleep) {
      l.asleep = false;
      run(l);
      forget(l.step);
      return;
    }
    if (how.equals("END")) {
      known(thread);
      if (l.state == State.ENDED) return;
      resume(l);
      while (l.state == State.RUNNING) take();
      for (EventRequest r : l.waits) forget(r);
      resume(l); // one of a pool, which waits for more to do
      l.state = State.ENDED;
      return;
    }
    arrive(s);
    watch(l);
    if (how.equals("ENTER") || how.equals("HERE")) return;
    for (int i = 6; i < STOPS[s].length; i++) {
      Led started = led.get((Integer) STOPS[s][i]);
      started.starter = thread;
      started.siblings = STOPS[s].length > 7;
      started.state = State.EXPECTED;
      int first = next((Integer) STOPS[s][i], 0);
      if (first < STOPS.length) stopAt(started, first);
    }
    int after = next(thread, s + 1);
    step(l);
    if (how.equals("OVER") && (after == STOPS.length || samePlace(s, after)) || how.equals("SLEEP")) {
      resume(l);
      while (l.state == State.RUNNING) take();
      l.asleep = how.equals("OVER") && l.state != State.HELD && l.state != State.ENDED;
      if (l.state == State.BLOCKED) {
        resume(l);
        l.state = State.WAITING;
      }
      if (l.state == State.WAITING) return;
    } else {
      run(l);
    }
    forget(l.step);
    l.step = null;
    for (int i = 6; i < STOPS[s].length; i++) {
      Led started = led.get((Integer) STOPS[s][i]);
      while (started.state == State.RUNNING) take();
      if (started.state == State.HELD) watch(started);
    }
  }

  /* ---- The program. ---- */

  static void launch() throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("options").setValue("-ea -cp \"" + System.getProperty("java.class.path") + "\"");
    arguments.get("main").setValue(MAIN);
    vm = connector.launch(arguments);
    requests = vm.eventRequestManager();
    for (java.io.InputStream in : new java.io.InputStream[] {vm.process().getInputStream(), vm.process().getErrorStream()}) {
      Thread copy = new Thread(() -> { try { in.transferTo(System.out); } catch (java.io.IOException e) { } });
      copy.setDaemon(true);
      copy.start();
      copies.add(copy);
    }
    for (Object[] s : STOPS) led.putIfAbsent((Integer) s[0], new Led());
    if (CLAIMANT >= 0) led.putIfAbsent(CLAIMANT, new Led());
    for (Object[] s : STOPS) for (int i = 6; i < s.length; i++) led.putIfAbsent((Integer) s[i], new Led());
    ask(requests.createThreadStartRequest());
    ask(requests.createThreadDeathRequest());
    ClassPrepareRequest prepare = requests.createClassPrepareRequest();
    prepare.addClassFilter(MAIN);
    prepare.enable();
    while (led.get(0).state != State.HELD) {
      EventSet set = vm.eventQueue().remove();
      for (Event e : set)
        if (e instanceof ClassPrepareEvent) {
          led.get(0).thread = ((ClassPrepareEvent) e).thread();
          led.get(0).thread.suspend();
          led.get(0).state = State.HELD;
        }
      set.resume();
    }
    requests.deleteEventRequest(prepare);
    if (vm.classesByName("java.util.concurrent.locks.LockSupport").isEmpty()) {
      ClassPrepareRequest support = requests.createClassPrepareRequest();
      support.addClassFilter("java.util.concurrent.locks.LockSupport");
      ask(support);
    }
    for (String name : new String[] {"java.lang.Thread", "java.lang.VirtualThread"})
      for (ReferenceType type : vm.classesByName(name))
        for (Method m : type.methodsByName("start"))
          if (!m.isStatic()) starts.add(ask(requests.createBreakpointRequest(m.location())));
  }

  static final List<Thread> copies = new ArrayList<>();

  /* All go on.  When all that are left wait, and go on waiting, they are shown. */
  static void end() throws Exception {
    if (CLAIMANT >= 0 && led.get(CLAIMANT).state == State.HELD) watch(led.get(CLAIMANT));
    List<EventRequest> rest = new ArrayList<>(requests.breakpointRequests());
    rest.addAll(requests.stepRequests());
    rest.addAll(requests.monitorContendedEnterRequests());
    rest.addAll(requests.monitorWaitRequests());
    rest.addAll(requests.threadStartRequests());
    requests.deleteEventRequests(rest);
    if (CLAIMANT >= 0) resume(led.get(CLAIMANT));
    for (Led l : led.values()) resume(l);
    String before = null;
    try {
      for (int quiet = 0; quiet < 5;) {
        EventSet set = vm.eventQueue().remove(1000);
        if (set == null) {
          String now = waiting();
          quiet = now != null && now.equals(before) ? quiet + 1 : 0;
          before = now;
        } else {
          for (Event e : set) if (e instanceof ExceptionEvent) thrown((ExceptionEvent) e);
          set.resume();
        }
      }
      System.out.print(before);
      vm.exit(0);
    } catch (VMDisconnectedException e) {
    }
    vm.process().waitFor();
    for (Thread t : copies) t.join();
  }

  /* Who waits where; null: somebody does not. */
  static String waiting() throws Exception {
    StringBuilder text = new StringBuilder();
    vm.suspend();
    try {
      for (ThreadReference t : vm.allThreads()) {
        if (t.threadGroup() == null || !t.threadGroup().name().equals("main") || t.frameCount() == 0) continue;
        if (t.status() != ThreadReference.THREAD_STATUS_WAIT && t.status() != ThreadReference.THREAD_STATUS_MONITOR) return null;
        String where = "";
        for (StackFrame f : t.frames())
          if (where.isEmpty() && !f.location().declaringType().name().matches("(java|jdk|sun)\\..*")) where = " at " + f.location();
        text.append(t.name()).append(" waits").append(where).append(" for ever\n");
      }
    } catch (IncompatibleThreadStateException | ObjectCollectedException e) {
      return null;
    } finally {
      vm.resume();
    }
    return text.toString();
  }

  public static void main(String[] words) throws Exception {
    launch();
    try {
      for (int s = 0; s < (DEADLOCK ? MEETING : STOPS.length); s++)
        if (s < MEETING || STOPS[s][1].equals("HERE") && CLAIMANT < 0 && !@STUCK@) make(s);
      for (int s = MEETING; s < STOPS.length && DEADLOCK; s++) {
        Led l = led.get((Integer) STOPS[s][0]);
        known((Integer) STOPS[s][0]);
        if ((Integer) STOPS[s][5] != 0) arrive(s);
        watch(l);
        resume(l);
        while (l.state == State.RUNNING) take();
      }
      end();
    } catch (VMDisconnectedException e) {
      for (Thread t : copies) t.join();
    }
    System.exit(0);
  }
}
