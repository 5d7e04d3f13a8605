// Runs.java -- runs programs of generate.py, each many times, and tells what was seen.
//
//     java turns.Runs PATTERNS RUNS SEED PROGRAM...
//
// Prints a line for each thing that was seen in a program, once: "p3 race self c1", "p3 pattern 6 self c1
// owned cr0.h0", "p3 deadlock C H".  "self" is a field of the object that is isolated, "owned" one
// of an object that can be reached from it, with the field that leads there, "foreign" any other.
package turns;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

public final class Runs {
  // A program of generate.py.
  public abstract static class Program {
    // The statics as they were, new objects.  Returns what its threads run.
    public abstract Runnable[] set(java.util.Random chance);

    // The object that is isolated, or null: a program with main.
    public abstract Object isolated();

    public abstract String[] places();
  }

  private final Program program;
  private final String name;
  private final Set<String> told = new LinkedHashSet<>();
  private long seed;

  private Runs(String name, Program program) {
    this.name = name;
    this.program = program;
  }

  private void tell(String what) {
    if (told.add(what))
      System.out.println(name + " " + what);
  }

  private String about(int place, Object object) {
    Object self = program.isolated();
    String name = program.places()[place];
    if (object == self || object == Turns.STATICS)
      return "self " + name;
    if (self == null)
      return "shared " + name;
    String path = path(self, object);
    return path == null ? "foreign " + name : "owned " + path + "." + name;
  }

  // The field through which OBJECT can be reached from FROM, through objects of the program, arrays
  // and collections; the nearest one, or null.
  private static String path(Object from, Object object) {
    IdentityHashMap<Object, String> met = new IdentityHashMap<>();
    met.put(from, "");
    ArrayDeque<Object> work = new ArrayDeque<>();
    work.add(from);
    while (!work.isEmpty()) {
      Object next = work.remove();
      if (next == object)
        return met.get(next);
      if (next instanceof Object[])
        for (Object element : (Object[]) next)
          add(work, met, element, "[]");
      else if (next instanceof Collection)
        for (Object element : (Collection<?>) next)
          add(work, met, element, "[]");
      else if (next instanceof Map)
        for (Object element : ((Map<?, ?>) next).values())
          add(work, met, element, "[]");
      else if (next.getClass().getPackage() == from.getClass().getPackage())
        for (Class<?> c = next.getClass(); c != Object.class && c != Thread.class; c = c.getSuperclass())
          for (Field field : c.getDeclaredFields())
            if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers()))
              try {
                field.setAccessible(true);
                add(work, met, field.get(next), field.getName());
              } catch (IllegalAccessException e) {
                throw new AssertionError(e);
              }
    }
    return null;
  }

  private static void add(ArrayDeque<Object> work, Map<Object, String> met, Object element, String field) {
    if (element != null && met.putIfAbsent(element, field) == null)
      work.add(element);
  }

  private void run(long first, int runs, Patterns patterns) {
    Turns.Seen seen = new Turns.Seen() {
      @Override public void race(int place, Object object) {
        tell("race " + about(place, object));
      }

      @Override public void deadlock(String how) {
        tell("deadlock " + how);
      }
    };
    Patterns.Trace trace = Turns.trace;
    // In a program one object is isolated at a time: two of them belong to no query.
    Patterns.Seen unit = (number, a, b) -> {
      if (program.isolated() != null || trace.objects[a] == trace.objects[b])
        tell("pattern " + number + " " + about(trace.places[a], trace.objects[a])
            + (a == b ? "" : " " + about(trace.places[b], trace.objects[b])));
    };
    patterns.forget();
    for (int i = 0; i < runs; i++) {
      seed = first + i;
      Runnable[] bodies = program.set(new java.util.Random(seed));
      Turns.run(seed, seen, bodies);
      patterns.find(trace, unit);
    }
  }

  public static void main(String[] args) throws Exception {
    Patterns patterns = new Patterns(Files.readAllLines(Paths.get(args[0])));
    int runs = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    for (String name : Arrays.copyOfRange(args, 3, args.length)) {
      Program program = (Program) Class.forName(name + ".Run").getDeclaredConstructor().newInstance();
      new Runs(name, program).run(seed, runs, patterns);
    }
  }
}
