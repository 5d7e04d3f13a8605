/* Harness.java -- makes an object of the class under test and lets threads call its methods.
 *
 * Started by `phaselock confirm' in a JVM of its own, under a debugger that holds and
 * releases the threads (jvm/drive.c).  It obeys lines on one pipe and answers each with one
 * line on another; words of a line are separated by tabs.  Compiled by the user's own javac:
 * it must stay within Java 8.
 *
 * A scenario is which constructor, which calls before (the prefix), which arguments.  Each
 * run of it has classes, objects and arguments of its own, made by a class loader of its
 * own: neither static fields nor an earlier run changes what it does.
 */
package phaselock;

import java.io.*;
import java.lang.management.*;
import java.lang.reflect.*;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.*;

public final class Harness {
  /* What the debugger reads: the object, its threads, and the classes that it named. */
  static Object target;
  static Thread[] threads;
  static Class<?>[] classes;

  /* The debugger stops each thread where these are called: before each of its calls, and
     when it has made all of them. */
  static void begin() {}
  static void done() {}

  static URL[] urls = new URL[0];
  static String subject;
  static List<String> passed = new ArrayList<String>(); /* names of the classes of the witness */
  static String factories; /* --arguments: a class with static methods, or null */
  static String[][] units; /* by thread: the methods that it calls, as "push(Object)" */
  static int patience; /* milliseconds of CPU for the calls before the threads start, or a serial run */

  /* ---- Choosing. ---- */

  static final int VARIANTS = 4;

  /* A value, and the expression of Java that makes it. */
  static final class Made {
    final Object value;
    final String source;
    final String before; /* statements that come first */
    Made(Object value, String source, String before) { this.value = value; this.source = source; this.before = before; }
  }

  static final class Refusal extends Exception {
    Refusal(String message) { super(message); }
  }

  static final class Call {
    final Executable what;
    final Object[] arguments;
    final Object other; /* whose method it is, if the object is an argument; or null */
    final String source, before;
    Call(Executable what, Object[] arguments, Object other, String source, String before) {
      this.what = what;
      this.arguments = arguments;
      this.other = other;
      this.source = source;
      this.before = before;
    }
    Object make(Object object) throws Throwable {
      Object on = other != null ? other : object;
      try {
        return what instanceof Constructor ? ((Constructor<?>) what).newInstance(arguments)
                                           : ((Method) what).invoke(on, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  /* One run of a scenario. */
  static final class World {
    final ClassLoader classes;
    final Class<?> type;
    int variant;
    int calls; /* made so far: neighbouring calls get different objects, in every second variant the same ones */
    Object object;
    final List<Made> circle = new ArrayList<Made>(); /* the objects of a circle; null: of a static method */
    final StringBuilder story = new StringBuilder();

    World(int variant) throws Exception {
      this.variant = variant;
      classes = new URLClassLoader(urls, Harness.class.getClassLoader());
      classes.setDefaultAssertionStatus(ways != null);
      type = isCircle() ? null : narrow(Class.forName(subject, true, classes));
    }

    /* The subclass of WHOLE whose methods the units are, if it is one that all of them fit. */
    private Class<?> narrow(Class<?> whole) {
      Class<?> narrowest = whole;
      for (String[] calls : units) {
        for (String call : calls) {
          Class<?> owner = owner(this, call);
          if (owner != null && narrowest.isAssignableFrom(owner) && !owner.isInterface()) narrowest = owner;
        }
      }
      return narrowest;
    }

    Object self; /* whose method is called: others of the circle come first as its arguments */
    final List<Made> returned = new ArrayList<Made>(); /* by calls of the prefix: a pool wants back what it gave */

    /* Make CALL, of the prefix; what it returns may be an argument of the next ones. */
    void prepare(Call call) throws Throwable {
      Object value = call.make(object);
      boolean kept = value != null && value != object && Dump.simple(value) == null;
      String name = "r" + (returned.size() + 1);
      tell(call.before);
      tell(kept ? "Object " + name + " = " + call.source : call.source);
      if (kept) returned.add(of(value, name));
    }

    Made[] choices(Class<?> t, int depth) {
      if (t == int.class || t == Integer.class) return literals(1, 0, -1, 2);
      if (t == long.class || t == Long.class) {
        return new Made[] {of(1L, "1L"), of(0L, "0L"), of(-1L, "-1L"), of(2L, "2L")};
      }
      if (t == short.class || t == Short.class) {
        return new Made[] {of((short) 1, "(short) 1"), of((short) 0, "(short) 0")};
      }
      if (t == byte.class || t == Byte.class) {
        return new Made[] {of((byte) 1, "(byte) 1"), of((byte) 0, "(byte) 0")};
      }
      if (t == char.class || t == Character.class) {
        return new Made[] {of('a', "'a'"), of('\u4e00', "'\\u4e00'"), of('b', "'b'")};
      }
      if (t == boolean.class || t == Boolean.class) return literals(true, false);
      if (t == double.class || t == Double.class) return literals(1.0, 0.0, -1.0);
      if (t == float.class || t == Float.class) return new Made[] {of(1f, "1f"), of(0f, "0f")};
      List<Made> list = new ArrayList<Made>();
      factories(t, list);
      if (t.isAssignableFrom(String.class)) {
        for (String s : new String[] {"a", "b", "c", ""}) list.add(of(s, '"' + s + '"'));
      } else if (t == StringBuffer.class) {
        list.add(of(new StringBuffer("a"), "new StringBuffer(\"a\")"));
      } else if (t == StringBuilder.class) {
        list.add(of(new StringBuilder("a"), "new StringBuilder(\"a\")"));
      } else if (t.isEnum()) {
        for (Object c : t.getEnumConstants()) {
          list.add(of(c, t.getCanonicalName() + "." + ((Enum<?>) c).name()));
        }
      } else if (t.isArray()) {
        arrays(t, depth, list);
      } else if (t == Class.class) {
        list.add(of(String.class, "String.class"));
      } else {
        objects(t, depth, list);
      }
      if (object != null && t.isInstance(object) && !t.isAssignableFrom(String.class)) {
        list.add(Math.min(1, list.size()), of(object, "o"));
      }
      for (Made m : returned) {
        if (t.isInstance(m.value) && !t.isArray()) list.add(0, t == Object.class ? m : of(m.value, "(" + name(t) + ") " + m.source));
      }
      for (int i = circle.size() - 1; i >= 0; i--) {
        Made other = circle.get(i);
        if (other != null && t.isInstance(other.value) && other.value != self && t != Object.class) list.add(0, other);
      }
      if (list.isEmpty()) list.add(of(null, "null"));
      return list.toArray(new Made[0]);
    }

    void arrays(Class<?> t, int depth, List<Made> list) {
      Class<?> of = t.getComponentType();
      String name = of.getCanonicalName();
      Made element = choices(of, depth + 1)[0];
      Object one = Array.newInstance(of, 1);
      Array.set(one, 0, element.value);
      list.add(new Made(one, "new " + name + "[] {" + element.source + "}", element.before));
      list.add(of(Array.newInstance(of, 0), "new " + name + "[] {}"));
    }

    void objects(Class<?> t, int depth, List<Made> list) {
      if (t.isAssignableFrom(ArrayList.class)) {
        list.add(of(new ArrayList<Object>(Arrays.asList("a")),
            "new java.util.ArrayList<>(java.util.Arrays.asList(\"a\"))"));
        list.add(of(new ArrayList<Object>(), "new java.util.ArrayList<>()"));
      } else if (t.isAssignableFrom(HashSet.class)) {
        list.add(of(new HashSet<Object>(Arrays.asList("a")),
            "new java.util.HashSet<>(java.util.Arrays.asList(\"a\"))"));
        list.add(of(new HashSet<Object>(), "new java.util.HashSet<>()"));
      } else if (t.isAssignableFrom(TreeMap.class)) {
        TreeMap<Object, Object> map = new TreeMap<Object, Object>();
        list.add(of(map, "new java.util.TreeMap<>()"));
      } else if (t.isAssignableFrom(ArrayDeque.class)) {
        list.add(of(new ArrayDeque<Object>(Arrays.asList("a")),
            "new java.util.ArrayDeque<>(java.util.Arrays.asList(\"a\"))"));
      } else if (t == java.util.concurrent.locks.Lock.class) {
        list.add(of(new java.util.concurrent.locks.ReentrantLock(),
            "new java.util.concurrent.locks.ReentrantLock()"));
      } else if (t == InputStream.class) {
        list.add(of(new ByteArrayInputStream("a\nb\n".getBytes()),
            "new java.io.ByteArrayInputStream(\"a\\nb\\n\".getBytes())"));
      } else if (t == OutputStream.class) {
        list.add(of(new ByteArrayOutputStream(), "new java.io.ByteArrayOutputStream()"));
      } else if (t == Reader.class) {
        list.add(of(new StringReader("a\nb\n"), "new java.io.StringReader(\"a\\nb\\n\")"));
      } else if (t == Writer.class) {
        list.add(of(new StringWriter(), "new java.io.StringWriter()"));
      } else if (t == java.nio.file.Path.class) {
        list.add(of(java.nio.file.Paths.get("a"), "java.nio.file.Paths.get(\"a\")"));
      } else if (t == Number.class) {
        list.add(of(Integer.valueOf(1), "1"));
      } else if (t.isInterface()) {
        implementation(t, list);
        list.add(of(Answers.proxy(t, true), "proxy(" + t.getCanonicalName() + ".class, true)"));
        list.add(of(Answers.proxy(t, false), "proxy(" + t.getCanonicalName() + ".class, false)"));
      } else if (depth < 3) {
        try {
          list.add(create(t, depth + 1));
        } catch (Refusal e) {
          /* Then null is all there is. */
        }
      }
    }

    void implementation(Class<?> t, List<Made> list) {
      Constructor<?> maker = Answers.implementation(t);
      try {
        boolean takes = maker != null && maker.getParameterTypes().length > 0;
        if (maker != null) list.add(of(takes ? maker.newInstance(new Object()) : maker.newInstance(), "new " + name(maker.getDeclaringClass()) + (takes ? "(new Object())" : "()")));
      } catch (Throwable e) {
        /* It needs more. */
      }
    }

    void factories(Class<?> t, List<Made> list) {
      if (factories == null || t == Object.class) return;
      try {
        for (Method m : sorted(Class.forName(factories, true, classes).getDeclaredMethods())) {
          if (Modifier.isStatic(m.getModifiers()) && m.getParameterTypes().length == 0
              && m.getReturnType() != void.class && t.isAssignableFrom(m.getReturnType())) {
            m.setAccessible(true);
            list.add(of(m.invoke(null), factories + "." + m.getName() + "()"));
          }
        }
      } catch (Throwable e) {
        /* A factory that fails makes nothing. */
      }
    }

    /* An object of T by its simplest constructor or static method that works; if none does, with arguments
       that are filled. */
    Made create(Class<?> t, int depth) throws Refusal {
      if (t != type || filling) return tryToCreate(t, depth);
      filling = variant == 3;
      try {
        return tryToCreate(t, depth);
      } catch (Refusal e) {
        if (filling) throw e;
        filling = true;
        return tryToCreate(t, depth);
      }
    }

    private Made tryToCreate(Class<?> t, int depth) throws Refusal {
      String reason = "it has neither a constructor nor a static method that makes one";
      List<Made> made = new ArrayList<Made>();
      factories(t, made);
      if (!made.isEmpty()) return made.get(0);
      List<Executable> makers = makers(t);
      /* Later variants begin with later constructors. */
      if (t == type && makers.size() > 1) Collections.rotate(makers, -Math.min(variant / 2, makers.size() - 1));
      for (Executable e : makers) {
        Call call = call(e, depth);
        try {
          Object value = call.make(null);
          if (value != null) return fill(new Made(value, call.source, call.before), e, depth);
        } catch (Throwable thrown) {
          reason = call.source + " threw " + thrown;
        }
      }
      for (Class<?> c = t.getEnclosingClass(); c != null; c = c.getEnclosingClass()) {
        for (Method m : sorted(c.getMethods())) {
          if (!Modifier.isStatic(m.getModifiers()) || !m.getReturnType().isAssignableFrom(t) || m.getReturnType() == Object.class || !open(m)) continue;
          Call call = call(m, depth);
          try {
            Object value = call.make(null);
            if (t.isInstance(value)) return new Made(value, "(" + name(t) + ") " + call.source, call.before);
          } catch (Throwable thrown) {
            reason = call.source + " threw " + thrown;
          }
        }
      }
      if (Modifier.isAbstract(t.getModifiers()) && depth < 3) {
        for (String s : given()) {
          try {
            Class<?> sub = Class.forName(s, false, classes);
            if (t.isAssignableFrom(sub) && !Modifier.isAbstract(sub.getModifiers()) && Modifier.isPublic(sub.getModifiers())) return create(sub, depth + 1);
          } catch (Refusal e) {
            reason = e.getMessage();
          } catch (Throwable e) {
            /* It is no class that can be loaded. */
          }
        }
      }
      throw new Refusal("no object of " + t.getName() + " can be made: " + reason);
    }

    private boolean filling; /* arguments are given what their setters take */
    private int filled;

    /* MADE, by the constructor E, an argument of the object or of a call: if arguments have to be filled,
       after its setters were called. */
    private Made fill(Made made, Executable e, int depth) {
      Class<?> t = made.value.getClass();
      boolean whole = depth == 1 && variant == 3; /* the object itself */
      if (!filling || depth < 2 && !whole || depth > 3 || !(e instanceof Constructor) || e.getParameterTypes().length > 0 && !whole || t.getName().startsWith("java.")) return made;
      StringBuilder before = new StringBuilder(made.before);
      String name = "a" + ++filled;
      before.append(before.length() == 0 ? "" : "; ").append(name(t)).append(' ').append(name).append(" = ").append(made.source);
      for (Method m : sorted(t.getMethods())) {
        if (!m.getName().matches("set[A-Z].*") || m.getParameterTypes().length != 1 || Modifier.isStatic(m.getModifiers()) || m.isSynthetic() || !open(m)) continue;
        Call call = call(m, depth + 1);
        try {
          call.make(made.value);
          before.append(call.before.isEmpty() ? "" : "; ").append(call.before).append("; ").append(name).append(call.source.substring(1));
        } catch (Throwable thrown) {
          /* It does without. */
        }
      }
      return new Made(made.value, name, before.toString());
    }

    List<Executable> makers(Class<?> t) {
      List<Executable> list = new ArrayList<Executable>();
      if (!Modifier.isAbstract(t.getModifiers())) {
        for (Constructor<?> c : t.getDeclaredConstructors()) if (!c.isSynthetic()) list.add(c);
      }
      for (Method m : t.getDeclaredMethods()) {
        if (Modifier.isStatic(m.getModifiers()) && t.isAssignableFrom(m.getReturnType())
            && !m.isSynthetic() && Modifier.isPublic(m.getModifiers())) {
          list.add(m);
        }
      }
      List<Executable> usable = new ArrayList<Executable>();
      for (Executable e : list) if (open(e)) usable.add(e);
      Collections.sort(usable, new Comparator<Executable>() {
        public int compare(Executable a, Executable b) {
          int[] x = {rank(a), a.getParameterTypes().length}, y = {rank(b), b.getParameterTypes().length};
          return x[0] != y[0] ? x[0] - y[0] : x[1] != y[1] ? x[1] - y[1]
              : a.toString().compareTo(b.toString());
        }
        int rank(Executable e) {
          return (Modifier.isPublic(e.getModifiers()) ? 0 : 2) + (e instanceof Constructor ? 0 : 1);
        }
      });
      return usable;
    }

    Call call(Executable e, int depth) { return call(e, depth, -1, null); }

    /* The same with SELF, which is the object, as argument AT. */
    Call call(Executable e, int depth, int at, Object self) {
      Class<?>[] types = e.getParameterTypes();
      Object[] arguments = new Object[types.length];
      StringBuilder source = new StringBuilder(), before = new StringBuilder();
      int place = calls;
      calls += depth == 0 ? 1 : 0;
      for (int i = 0; i < types.length; i++) {
        Made[] choices = choices(types[i], depth);
        int turn = types[i].isPrimitive() || variant % 2 == 1 ? 0 : place;
        Made made = i == at ? of(self, "o") : isPart(types, arguments, i) && variant < 2
            ? literals(types[i - 1].isArray() ? 0 : Array.getLength(arguments[i - 2]))[0]
            : choices[(variant + turn + (types[i].isPrimitive() ? 0 : i)) % choices.length];
        arguments[i] = made.value;
        source.append(i > 0 ? ", " : "").append(made.source);
        before.append(before.length() == 0 || made.before.isEmpty() ? "" : "; ").append(made.before);
      }
      String name = e instanceof Constructor ? "new " + name(e.getDeclaringClass())
          : Modifier.isStatic(e.getModifiers()) ? name(e.getDeclaringClass()) + "." + e.getName()
          : "o." + e.getName();
      return new Call(e, arguments, null, name + "(" + source + ")", before.toString());
    }

    /* Is argument I of these where a part of an array begins, or how long that is? */
    private boolean isPart(Class<?>[] types, Object[] arguments, int i) {
      int array = i > 0 && types[i - 1].isArray() ? i - 1 : i - 2;
      return types[i] == int.class && array >= 0 && array + 2 < types.length && types[array].isArray() && types[array + 1] == int.class
          && types[array + 2] == int.class && arguments[array] != null;
    }

    /* A call of UNIT, as the model names it: "append(StringBuffer)", or, of another object,
       "append(StringBuffer), the object as argument 1". */
    Call unit(String unit, int thread) throws Refusal {
      Method method = find(this, unit);
      if (isCircle()) return among(method, circle.get(thread));
      java.util.regex.Matcher mark = ARGUMENT.matcher(unit);
      if (!mark.find()) return method.getDeclaringClass().isAssignableFrom(type) || type.isInterface() ? call(method, 0) : ofPart(method, thread);
      int place = Integer.parseInt(mark.group(2)) - 1;
      if (mark.group(1) != null) return call(method, 0, place, object);
      boolean fixed = Modifier.isStatic(method.getModifiers());
      Object self = object;
      object = null; /* the arguments are other objects */
      Made other = fixed ? null : create(method.getDeclaringClass().isAssignableFrom(type) ? type : method.getDeclaringClass(), 1);
      Call call = call(method, 0, place, self);
      object = self;
      return new Call(method, call.arguments, fixed ? null : other.value,
          fixed ? call.source : "(" + other.source + ")" + call.source.substring(1), both(fixed ? "" : other.before, call.before));
    }

    private final Map<Class<?>, Made> parts = new HashMap<Class<?>, Made>();

    /* A call of METHOD of an object that the class makes itself: its iterator, a view, a task.  Each
       thread has one of its own; in later variants they share it. */
    Call ofPart(Method method, int thread) throws Refusal {
      if (Modifier.isStatic(method.getModifiers())) return call(method, 0);
      Class<?> wanted = method.getDeclaringClass();
      Made part = variant % 2 == 1 ? parts.get(wanted) : null;
      if (part == null) part = part(wanted, method);
      parts.put(wanted, part);
      Call call = call(method, 0);
      return new Call(method, call.arguments, part.value, part.source + call.source.substring(1), both(part.before, call.before));
    }

    /* An object of WANTED, for a call of METHOD, that is made of the object: a method of the object
       returns it, or a static one of a class around it, or it is a constructor's. */
    Made part(Class<?> wanted, Method method) throws Refusal {
      for (Method m : sorted(type.getMethods())) {
        if (m.getParameterTypes().length > 2 || !gives(m, wanted) || !open(m)) continue;
        Made part = part(m, call(m, 1), object, wanted, method);
        if (part != null) return part;
      }
      List<Executable> makers = new ArrayList<Executable>();
      for (Class<?> c = wanted.getEnclosingClass(); c != null; c = c.getEnclosingClass()) {
        for (Method m : sorted(c.getMethods())) if (Modifier.isStatic(m.getModifiers()) && gives(m, wanted) && open(m)) makers.add(m);
      }
      makers.addAll(makers(wanted));
      for (Executable e : makers) {
        Class<?>[] types = e.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
          if (object == null || !types[i].isInstance(object) || types[i] == Object.class) continue;
          Made part = part(e, call(e, 1, i, object), null, wanted, method);
          if (part != null) return part;
        }
      }
      throw new Refusal("an object of " + wanted.getName() + " is made by the class itself, and no public method returns one");
    }

    private boolean gives(Method m, Class<?> wanted) {
      Class<?> r = m.getReturnType();
      return m.getDeclaringClass() != Object.class && !m.isSynthetic() && r != Object.class && !r.isPrimitive()
          && (r.isAssignableFrom(wanted) || wanted.isAssignableFrom(r));
    }

    /* What MAKER, which is called on ON, returns, if it is a WANTED; or null. */
    private Made part(Executable maker, Call call, Object on, Class<?> wanted, Method method) {
      try {
        Object value = call.make(on);
        if (!wanted.isInstance(value)) return null;
        boolean fits = maker instanceof Method && has(((Method) maker).getReturnType(), method);
        return new Made(value, fits ? call.source : "((" + name(wanted) + ") " + call.source + ")", call.before);
      } catch (Throwable thrown) {
        return null;
      }
    }

    private boolean has(Class<?> c, Method method) {
      for (Method m : c.getMethods()) if (show(m).equals(show(method))) return true;
      return false;
    }

    /* A call of METHOD, of OWNER or static, with others of the circle as its arguments. */
    Call among(Method method, Made owner) {
      int kept = variant;
      variant = 0;
      self = owner == null ? null : owner.value;
      Call call = call(method, 1);
      self = null;
      variant = kept;
      return new Call(method, call.arguments, owner == null ? null : owner.value,
          owner == null ? call.source : owner.source + call.source.substring(1), call.before);
    }

    void tell(String text) { story.append(story.length() > 0 && !text.isEmpty() ? "; " : "").append(text); }

    private String both(String one, String two) { return one.isEmpty() ? two : two.isEmpty() ? one : one + "; " + two; }
  }

  static List<String> given; /* once it was asked for */

  /* The names of the classes in the jars that are given, in their order: one of them may be a subclass. */
  static List<String> given() {
    if (given != null) return given;
    given = new ArrayList<String>();
    for (URL url : urls) {
      if (!url.getPath().endsWith(".jar")) continue;
      try {
        java.util.jar.JarFile jar = new java.util.jar.JarFile(new File(url.toURI()));
        for (java.util.jar.JarEntry e : Collections.list(jar.entries())) {
          String name = e.getName();
          if (name.endsWith(".class") && name.indexOf('-') < 0) given.add(name.substring(0, name.length() - 6).replace('/', '.'));
        }
        jar.close();
      } catch (Exception e) {
        /* Then it has no classes. */
      }
    }
    Collections.sort(given);
    return given;
  }

  static String name(Class<?> c) {
    return c.getCanonicalName() != null ? c.getCanonicalName() : c.getName();
  }

  static Made of(Object value, String source) { return new Made(value, source, ""); }

  static Made[] literals(Object... values) {
    Made[] made = new Made[values.length];
    for (int i = 0; i < values.length; i++) made[i] = of(values[i], String.valueOf(values[i]));
    return made;
  }

  static boolean open(AccessibleObject object) {
    try {
      object.setAccessible(true);
      return true;
    } catch (RuntimeException e) {
      return object instanceof Executable
          && Modifier.isPublic(((Executable) object).getModifiers())
          && Modifier.isPublic(((Executable) object).getDeclaringClass().getModifiers());
    }
  }

  static <T extends Executable> List<T> sorted(T[] all) {
    List<T> list = new ArrayList<T>(Arrays.asList(all));
    Collections.sort(list, new Comparator<T>() {
      public int compare(T a, T b) {
        int n = rank(a) - rank(b);
        return n != 0 ? n : a.toString().compareTo(b.toString());
      }
    });
    return list;
  }

  /* What puts something in comes first, then what has one parameter, two, none, more. */
  static int rank(Executable e) {
    int n = e.getParameterTypes().length;
    boolean adds = n > 0 && e.getName().matches("(add|append|push|put|offer|insert|write|register|set)[A-Z]?.*");
    return (n == 1 ? 0 : n == 2 ? 1 : n == 0 ? 2 : n) + (adds ? 0 : 3);
  }

  /* ---- Scenarios. ---- */

  /* The methods that a prefix may call, those of the units first, then the likeliest to bring the
     object into a state that matters. */
  static List<String> steps(World world) {
    LinkedHashSet<String> list = new LinkedHashSet<String>();
    for (String[] calls : units) list.addAll(Arrays.asList(calls));
    List<Method> all = new ArrayList<Method>();
    for (Method m : sorted(world.type.getMethods())) {
      if (m.getDeclaringClass() != Object.class && !Modifier.isAbstract(m.getModifiers())) all.add(m);
    }
    for (Method m : sorted(world.type.getDeclaredMethods())) {
      if ((m.getModifiers() & (Modifier.PRIVATE | Modifier.ABSTRACT)) == 0) all.add(m);
    }
    for (int kind = 0; kind < 6; kind++) {
      for (Method m : all) if (!m.isSynthetic() && !m.getName().equals("main") && kind(m) == kind) list.add(show(m));
    }
    return new ArrayList<String>(list);
  }

  /* What brings the object to life comes first, then what gives it something, what does anything else, what
     sets a number, what ends it, and what only looks. */
  static int kind(Method m) {
    String name = m.getName();
    Class<?>[] types = m.getParameterTypes();
    boolean given = false;
    for (Class<?> t : types) given |= !t.isPrimitive() && t != String.class;
    if (types.length == 0 && name.matches("(init|open|start|activate|connect|begin)([A-Z].*)?")) return 0;
    if (name.matches("(is|has|to|equals|hashCode|size|contains|debug)([A-Z].*)?")
        || name.matches("get[A-Z].*") && types.length == 0 && !name.matches("get(Connection|Instance)")) return 5;
    if (name.matches("(close|shutdown|destroy|dispose|stop)([A-Z].*)?")) return 4;
    if (name.matches("set[A-Z].*")) return given ? 1 : 3;
    return name.matches("(add|append|push|put|offer|insert|write|register|init|open|start|create|load|activate|connect|begin|borrow|acquire|get|make)([A-Z].*)?") ? 1 : 2;
  }

  /* "push(Object)": as the model calls a method. */
  static String show(Method m) {
    StringBuilder text = new StringBuilder(m.getName()).append('(');
    String between = "";
    for (Class<?> t : m.getParameterTypes()) {
      text.append(between).append(t.getSimpleName());
      between = ", ";
    }
    return text.append(')').toString();
  }

  static final java.util.regex.Pattern ARGUMENT = java.util.regex.Pattern.compile(", the object (also )?as argument ([0-9]+)");

  /* The class that a unit names before its method, if that is neither the class nor one of its
     superclasses; or null.  Units have no packages: those of the class, and of the classes that
     the witness goes through, are tried. */
  static Class<?> owner(World world, String unit) {
    String name = unit.replaceAll("\\(.*", "");
    if (name.indexOf('.') < 0) return null;
    name = name.substring(0, name.lastIndexOf('.'));
    LinkedHashSet<String> packages = new LinkedHashSet<String>();
    for (String s : passed) {
      try {
        if (s.endsWith('.' + name) || s.endsWith('$' + name)) return Class.forName(s, true, world.classes);
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
    List<String> seen = new ArrayList<String>(passed);
    seen.add(subject);
    for (String s : seen)
      for (int dot = s.lastIndexOf('.'); dot > 0; dot = s.lastIndexOf('.', dot - 1)) packages.add(s.substring(0, dot + 1));
    packages.add("");
    for (String p : packages) {
      try {
        return Class.forName(p + name.replace('.', '$'), true, world.classes);
      } catch (ClassNotFoundException e) {
        /* It is in another one. */
      } catch (LinkageError e) {
        return null;
      }
    }
    for (String s : given()) {
      try {
        if (s.endsWith('$' + name.replace('.', '$')) || s.endsWith('.' + name.replace('.', '$'))) return Class.forName(s, true, world.classes);
      } catch (ClassNotFoundException e) {
        return null;
      } catch (LinkageError e) {
        return null;
      }
    }
    return null;
  }

  static Method find(World world, String unit) throws Refusal {
    String wanted = unit.replaceAll(" #.*", "").replaceAll(", the object .*", "").replaceAll("^([A-Za-z0-9_$]+\\.)+(?=[A-Za-z0-9_$]+\\()", "")
        .replaceAll("[A-Za-z0-9_]+[.$](?=[A-Za-z0-9_$.]*[,)\\[])", "");
    for (Class<?> c = world.type; c != null; c = c.getSuperclass()) {
      for (Method m : sorted(c.getDeclaredMethods())) {
        if (!m.isSynthetic() && show(m).equals(wanted) && open(m)) return m;
      }
    }
    if (!isCircle()) {
      for (Method m : sorted(world.type.getMethods())) if (show(m).equals(wanted)) return m;
    }
    Class<?> owner = owner(world, unit);
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      for (Method m : sorted(c.getDeclaredMethods())) {
        if (!m.isSynthetic() && show(m).equals(wanted) && open(m)) return m;
      }
    }
    throw new Refusal(wanted.length() < unit.replaceAll(" #.*", "").length()
        ? unit + " belongs to an object that is made by the class itself, or by others, which the harness does not have"
        : "there is no method " + unit + " in " + subject);
  }

  /* ---- Circles: several objects, which have to know each other. ---- */

  static boolean isCircle() { return subject.indexOf('+') >= 0; }

  /* Methods of one object that are given another one, those that put something in first. */
  static List<Object[]> links(World world) {
    List<Object[]> list = new ArrayList<Object[]>();
    for (Made a : world.circle) {
      for (Made b : world.circle) {
        if (a == null || b == null || a.value == b.value) continue;
        for (Method m : sorted(a.value.getClass().getMethods())) {
          Class<?>[] types = m.getParameterTypes();
          if (m.getDeclaringClass() == Object.class || types.length == 0 || types.length > 2 || m.isSynthetic()) continue;
          boolean takes = false;
          for (Class<?> t : types) takes |= t != Object.class && t.isInstance(b.value);
          if (takes && open(m)) list.add(new Object[] {m, a});
        }
      }
    }
    return list;
  }

  /* Scenario NUMBER: who is made first and may be given to who is made later; whether threads
     whose objects are of one class share it; and which calls make them known to each other:
     none, each that can be, each two neighbours. */
  static World buildCircle(int number) throws Throwable {
    World world = new World(0);
    int n = units.length, first = number % 2 == 0 ? n - 1 : 0;
    boolean shares = number / 2 % 2 == 1;
    for (int i = 0; i < n; i++) world.circle.add(null);
    for (int k = 0; k < n; k++) {
      int i = (first + (first == 0 ? k : n - k)) % n;
      Method method = find(world, units[i][0]);
      if (Modifier.isStatic(method.getModifiers())) continue;
      Class<?> type = owner(world, units[i][0]);
      Made made = null;
      for (Made other : world.circle) if (shares && other != null && other.value.getClass() == type) made = other;
      if (made == null) {
        Made value = world.create(type, 1);
        made = of(value.value, "o" + (i + 1));
        world.tell(value.before);
        world.tell(name(type) + " " + made.source + " = " + value.source);
      }
      world.circle.set(i, made);
    }
    List<Object[]> links = links(world);
    int link = number / 4;
    if (link > 2 * links.size()) throw new Refusal("exhausted");
    for (int k = 0; k < (link == 0 ? 0 : link <= links.size() ? 1 : 2); k++) {
      Object[] chosen = links.get((link - 1 + k) % links.size());
      Call call = world.among((Method) chosen[0], (Made) chosen[1]);
      world.tell(call.before);
      world.tell(call.source);
      call.make(null);
    }
    return world;
  }

  /* The scenario: of a circle its number, else the variant of arguments, and the prefix. */
  static int variant;
  static List<String> prefix = new ArrayList<String>();

  static World build() throws Throwable {
    if (isCircle()) return buildCircle(variant);
    if (ways != null) return buildClients();
    World world = new World(variant);
    Made made = null;
    boolean fixed = true;
    for (String[] calls : units)
      for (String call : calls) fixed &= Modifier.isStatic(find(world, call).getModifiers());
    if (!fixed) {
      made = world.create(world.type, 1);
      world.object = made.value;
      world.tell(made.before);
      world.tell(name(world.type) + " o = " + made.source);
    }
    for (String step : prefix) {
      Method method = find(world, step);
      if (made == null && !Modifier.isStatic(method.getModifiers())) continue;
      world.prepare(world.unit(step, 0));
    }
    if (!world.returned.isEmpty()) world.calls = 0; /* each thread gives back another one */
    return world;
  }

  static boolean isBusy(Thread... all) {
    for (Thread t : all) {
      if (t.getState() == Thread.State.RUNNABLE || t.getState() == Thread.State.TIMED_WAITING) return true;
    }
    return false;
  }

  /* The same in a thread of its own: constructors and prefixes may wait for ever. */
  static World buildInTime() throws Throwable {
    final Object[] result = new Object[1];
    Thread thread = new Thread("phaselock-prefix") {
      public void run() {
        try {
          result[0] = build();
        } catch (Throwable e) {
          result[0] = e;
        }
      }
    };
    thread.setDaemon(true);
    thread.start();
    settle(thread);
    if (isBusy(thread)) throw new Refusal("stuck: what comes before does not return");
    if (thread.isAlive()) throw new Refusal("what comes before waits for ever");
    if (result[0] instanceof Throwable) throw (Throwable) result[0];
    return (World) result[0];
  }

  /* ---- Running. ---- */

  static final class Player extends Thread {
    final Call[] calls;
    final Object on;
    final boolean driven;
    volatile int made; /* calls that have returned or thrown */
    final Object[] results;
    final Throwable[] thrown;

    Player(int number, Call[] calls, Object on, boolean driven) {
      super("phaselock-" + number);
      this.calls = calls;
      this.on = on;
      this.driven = driven;
      results = new Object[calls.length];
      thrown = new Throwable[calls.length];
      setDaemon(true);
    }

    public void run() {
      for (int i = 0; i < calls.length; i++) {
        if (driven) begin();
        try {
          results[i] = calls[i].make(on);
        } catch (Throwable e) {
          thrown[i] = e;
        }
        made = i + 1;
      }
      if (driven) done();
    }
  }

  static Player[] players(World world, boolean driven) throws Refusal {
    Player[] players = new Player[units.length];
    for (int t = 0; t < units.length; t++) {
      Call[] calls = new Call[units[t].length];
      for (int i = 0; i < calls.length; i++) {
        calls[i] = world.unit(units[t][i], t);
        world.tell(calls[i].before);
      }
      players[t] = new Player(t, calls, world.object, driven);
    }
    for (int t = 0; t < units.length; t++) {
      for (Call call : players[t].calls) world.tell("thread " + (t + 1) + ": " + call.source);
    }
    return players;
  }

  static final ThreadMXBean beans = ManagementFactory.getThreadMXBean();

  /* Does THREAD wait for something that no thread which runs will give it, as far as the
     JVM says: 2 yes, 1 perhaps (parked: it may have been released and not noticed), 0 no. */
  static int idle(Thread thread) {
    ThreadInfo info = beans.getThreadInfo(thread.getId());
    if (info == null) return 0;
    switch (info.getThreadState()) {
      case BLOCKED: return info.getLockOwnerId() != -1 ? 2 : 0;
      case WAITING:
        String what = info.getLockName();
        return what != null && info.getLockOwnerId() == -1 && what.startsWith("java.util.concurrent") ? 1 : 2;
      default: return 0;
    }
  }

  /* Nanoseconds of CPU that THREADS have used: a limit on that is the same on a busy machine. */
  static long used(Thread... threads) {
    long sum = 0;
    for (Thread t : threads) sum += Math.max(0, beans.getThreadCpuTime(t.getId()));
    return sum;
  }

  /* Wait until all threads have ended, or none of them ever will without help, or they have used
     the CPU, or slept, for longer than is allowed. */
  static void settle(Thread... all) {
    long start = System.nanoTime(), before = used(all), allowed = patience * 1000000L, quiet = 0;
    int checked = 0; /* rounds in which all that are parked looked whether they may go on */
    while (true) {
      boolean alive = false, runs = false;
      int least = 2;
      for (Thread t : all) {
        if (!t.isAlive() || t.getState() == Thread.State.NEW) continue;
        alive = true;
        runs |= t.getState() == Thread.State.RUNNABLE;
        least = Math.min(least, idle(t));
      }
      long now = System.nanoTime();
      if (!alive || used(all) - before >= allowed || now - start >= (runs ? 7 : 1) * allowed) return;
      quiet = least == 0 ? 0 : quiet == 0 ? now : quiet;
      checked = least == 1 && nudge(all, start + allowed) ? checked + 1 : 0;
      if (least == 2 ? quiet > 0 && now - quiet >= 20000000L : checked >= 2) return;
      try {
        for (Thread t : all) if (t.isAlive() && t.getState() != Thread.State.NEW) { t.join(2); break; }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /* A thread that was released from java.util.concurrent may not have noticed.  Wake those that
     are parked, as may happen at any time: each looks whether it may go on, and is parked again
     if not, which the JVM counts.  False: one goes on. */
  static boolean nudge(Thread[] all, long deadline) {
    for (Thread t : all) {
      ThreadInfo info = beans.getThreadInfo(t.getId());
      if (info == null || idle(t) != 1) continue;
      long before = info.getWaitedCount();
      java.util.concurrent.locks.LockSupport.unpark(t);
      do {
        Thread.yield();
        info = beans.getThreadInfo(t.getId());
        if (info == null || System.nanoTime() - deadline > 0) return false;
      } while (info.getWaitedCount() == before || info.getThreadState() == Thread.State.RUNNABLE);
      if (idle(t) != 1) return false;
    }
    return true;
  }

  /* ---- What happened. ---- */

  static final class Outcome {
    final List<String> results = new ArrayList<String>(); /* by call, thread after thread */
    final Map<String, String> state = new LinkedHashMap<String, String>();

    Outcome copy() {
      Outcome copy = new Outcome();
      copy.results.addAll(results);
      copy.state.putAll(state);
      return copy;
    }

    /* Where is OTHER different? */
    void compare(Outcome other, Set<String> paths, Set<Integer> calls) {
      Set<String> all = new HashSet<String>(state.keySet());
      all.addAll(other.state.keySet());
      for (String path : all) if (!Harness.value(this, path).equals(Harness.value(other, path))) paths.add(path);
      for (int i = 0; i < results.size(); i++) if (!results.get(i).equals(other.results.get(i))) calls.add(i);
    }
  }

  static Outcome look(World world, Player[] players) {
    Outcome outcome = new Outcome();
    Dump dump = new Dump(outcome.state);
    if (world.object != null) dump.value("", world.object, 0);
    dump.statics(world.type);
    for (Player p : players) {
      for (int i = 0; i < p.calls.length; i++) {
        outcome.results.add(i >= p.made ? "does not return"
            : p.thrown[i] != null ? "threw " + plain(p.thrown[i])
            : ((Method) p.calls[i].what).getReturnType() == void.class ? "returned"
            : "returned " + dump.brief(p.results[i]));
      }
    }
    return outcome;
  }

  static String plain(Throwable e) {
    String text = e.getClass().getName();
    try {
      if (e.getMessage() != null) text += ": " + e.getMessage();
    } catch (RuntimeException other) {
      /* Its message is lost. */
    }
    return text.replaceAll("@[0-9a-f]{3,}", "@...");
  }

  /* A state as lines: path and value.  Objects are numbered in the order in which they are
     met, so that identity is compared and addresses are not. */
  static final class Dump {
    static final int DEEPEST = 12, MOST = 4000;
    final IdentityHashMap<Object, Integer> known = new IdentityHashMap<Object, Integer>();
    final Map<String, String> lines;

    Dump(Map<String, String> lines) { this.lines = lines; }

    /* Is it a time of these days, in seconds or milliseconds?  Two runs may have the same second,
       and a third another one. */
    static boolean isTime(long v) {
      long now = System.currentTimeMillis(), days = 7 * 24 * 3600 * 1000L;
      return Math.abs(v - now) < days || Math.abs(v - now / 1000) < days / 1000;
    }

    /* The text of a value that has no parts, or null. */
    static String simple(Object v) {
      if (v == null) return "null";
      if (v instanceof String) return '"' + (String) v + '"';
      if (v instanceof Character) return "'" + v + "'";
      if ((v instanceof Long || v instanceof Integer) && isTime(((Number) v).longValue())) return "a time";
      if (v instanceof Number && v.getClass().getName().startsWith("java.")) return v.toString();
      if (v instanceof Boolean) return v.toString();
      if (v instanceof Enum) return ((Enum<?>) v).name();
      if (v instanceof Class) return ((Class<?>) v).getName();
      if (v instanceof StringBuffer || v instanceof StringBuilder) {
        return v.getClass().getSimpleName() + " \"" + v + '"';
      }
      if (v instanceof java.util.concurrent.atomic.AtomicBoolean) return v.toString();
      if (Proxy.isProxyClass(v.getClass())) return "proxy";
      if (v instanceof Throwable) return plain((Throwable) v);
      if (v instanceof Thread || v instanceof ThreadGroup || v instanceof ClassLoader || v instanceof java.util.concurrent.locks.Lock
          || v instanceof java.util.Random || v instanceof Date || v instanceof Calendar
          || v.getClass().getName().startsWith("java.time.")) {
        return v.getClass().getName();
      }
      return null;
    }

    String brief(Object v) {
      String text = simple(v);
      if (text != null) return text;
      if (known.containsKey(v)) return "object " + known.get(v) + ", a " + v.getClass().getName();
      Map<String, String> own = new LinkedHashMap<String, String>();
      Dump dump = new Dump(own);
      dump.value("", v, 0);
      return "a new " + v.getClass().getName() + (own.size() > 1 ? " " + own.values() : "");
    }

    void value(String path, Object v, int depth) {
      if (lines.size() > MOST) return;
      String text = simple(v);
      if (text != null && depth > 0) {
        lines.put(path, text);
        return;
      }
      Integer before = known.get(v);
      if (before != null) {
        lines.put(path, "object " + before);
        return;
      }
      known.put(v, known.size());
      if (depth > DEEPEST) {
        lines.put(path, "...");
      } else if (v.getClass().isArray()) {
        int n = Array.getLength(v);
        lines.put(path + ".length", String.valueOf(n));
        for (int i = 0; i < n && i < 1000; i++) value(path + "[" + i + "]", Array.get(v, i), depth + 1);
      } else if (depth > 0 && v.getClass().getName().startsWith("java.")) {
        library(path, v, depth);
      } else {
        if (depth > 0) lines.put(path, "a " + v.getClass().getName());
        fields(path, v, v.getClass(), depth);
      }
    }

    /* What the Java library keeps is read through its own methods: its fields are closed. */
    void library(String path, Object v, int depth) {
      try {
        if (v instanceof Map) {
          Map<String, Object[]> entries = new TreeMap<String, Object[]>();
          for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet()) {
            entries.put(brief(e.getKey()), new Object[] {e.getValue()});
          }
          lines.put(path + ".size", String.valueOf(((Map<?, ?>) v).size()));
          for (Map.Entry<String, Object[]> e : entries.entrySet()) {
            value(path + "{" + e.getKey() + "}", e.getValue()[0], depth + 1);
          }
        } else if (v instanceof Set) {
          List<String> members = new ArrayList<String>();
          for (Object o : (Set<?>) v) members.add(brief(o));
          Collections.sort(members);
          lines.put(path, members.toString());
        } else if (v instanceof Collection) {
          int i = 0;
          lines.put(path + ".size", String.valueOf(((Collection<?>) v).size()));
          for (Object o : (Collection<?>) v) value(path + "[" + i++ + "]", o, depth + 1);
        } else if (v instanceof java.util.concurrent.atomic.AtomicReference) {
          value(path + ".get()", ((java.util.concurrent.atomic.AtomicReference<?>) v).get(), depth + 1);
        } else if (v instanceof java.lang.ref.Reference) {
          value(path + ".get()", ((java.lang.ref.Reference<?>) v).get(), depth + 1);
        } else {
          fields(path, v, v.getClass(), depth);
        }
      } catch (RuntimeException e) {
        lines.put(path, "threw " + plain(e));
      }
    }

    void fields(String path, Object v, Class<?> type, int depth) {
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field f : named(c)) {
          if (Modifier.isStatic(f.getModifiers()) || f.getName().startsWith("this$")) continue;
          field(path, f, v, depth);
        }
      }
    }

    void statics(Class<?> type) {
      for (Field f : named(type)) {
        if (Modifier.isStatic(f.getModifiers()) && !f.isSynthetic()) field("static ", f, null, 1);
      }
    }

    void field(String path, Field f, Object of, int depth) {
      try {
        f.setAccessible(true);
        String dot = path.isEmpty() || path.endsWith(" ") ? "" : ".";
        value(path + dot + f.getName(), f.get(of), depth + 1);
      } catch (Exception e) {
        /* It is closed: nothing is known about it. */
      }
    }

    static List<Field> named(Class<?> c) {
      List<Field> list = new ArrayList<Field>(Arrays.asList(c.getDeclaredFields()));
      Collections.sort(list, new Comparator<Field>() {
        public int compare(Field a, Field b) { return a.getName().compareTo(b.getName()); }
      });
      return list;
    }
  }

  /* ---- Serial orders. ---- */

  /* The players one after the other, in ORDER.  One that waits stays where it is while the
     next one goes on: that is what a wait is for.  SLOWLY: a while passes before each. */
  static Outcome serial(int[] order, boolean slowly) throws Throwable {
    World world = buildInTime();
    Player[] players = players(world, false);
    for (int i : order) {
      if (slowly) Thread.sleep(25);
      players[i].start();
      settle(players[i]);
    }
    settle(players);
    if (isBusy(players)) throw new Refusal("a serial order does not end in time");
    return look(world, players);
  }

  static void orders(int[] order, int from, List<int[]> all) {
    if (from == order.length) all.add(order.clone());
    for (int i = from; i < order.length; i++) {
      int[] next = order.clone();
      int moved = next[i];
      System.arraycopy(next, from, next, from + 1, i - from);
      next[from] = moved;
      orders(next, from + 1, all);
    }
  }

  /* "equal" if OUTCOME is that of a serial order, else "harmful" and what is different.  What differs from
     an EARLIER run, or between the runs of an order, one of which goes slowly then, does not count.  If
     the state is MOVING, only results and exceptions count. */
  static String judge(Outcome outcome, Outcome earlier, boolean moving) throws Throwable {
    if (moving) outcome.state.clear();
    int[] first = new int[units.length];
    for (int i = 0; i < first.length; i++) first[i] = i;
    List<int[]> all = new ArrayList<int[]>();
    orders(first, 0, all);
    List<Outcome> serial = new ArrayList<Outcome>();
    Set<String> vague = new HashSet<String>();
    Set<Integer> vagueResults = new HashSet<Integer>();
    for (int[] order : all) {
      Outcome one = serial(order, false);
      one.compare(serial(order, earlier != null), vague, vagueResults);
      serial.add(one);
    }
    if (earlier != null) seen.compare(earlier, vague, vagueResults);
    for (Outcome s : serial) {
      s.state.keySet().removeAll(vague);
      if (moving) s.state.clear();
      for (int i : vagueResults) s.results.set(i, "");
    }
    outcome.state.keySet().removeAll(vague);
    for (int i : vagueResults) outcome.results.set(i, "");
    for (int i = 0; i < serial.size(); i++) {
      if (serial.get(i).results.equals(outcome.results) && serial.get(i).state.equals(outcome.state)) {
        return "equal\t" + i;
      }
    }
    return "harmful\t" + escape(difference(outcome, serial));
  }

  static String difference(Outcome outcome, List<Outcome> serial) {
    List<String> names = new ArrayList<String>();
    for (String[] calls : units) names.addAll(Arrays.asList(calls));
    for (int i = 0; i < names.size(); i++) {
      Set<String> others = new LinkedHashSet<String>();
      for (Outcome s : serial) others.add(s.results.get(i));
      if (!others.contains(outcome.results.get(i))) {
        return names.get(i) + " " + outcome.results.get(i) + "; " + all(serial.size(), others)
            + " it " + join(others);
      }
    }
    boolean some = false; /* some order gives these results */
    for (Outcome s : serial) some |= s.results.equals(outcome.results);
    if (!some) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < names.size(); i++) {
        text.append(i > 0 ? " and " : "").append(names.get(i)).append(' ').append(outcome.results.get(i));
      }
      return text + "; no serial order has these results together";
    }
    TreeSet<String> paths = new TreeSet<String>(outcome.state.keySet());
    for (Outcome s : serial) paths.addAll(s.state.keySet());
    String last = null;
    for (String path : paths) {
      Set<String> others = new LinkedHashSet<String>();
      for (Outcome s : serial) others.add(value(s, path));
      String here = value(outcome, path);
      if (!others.contains(here)) {
        return "afterwards " + path + " is " + here + "; " + all(serial.size(), others) + " it is "
            + join(others);
      }
      if (others.size() > 1) last = path;
    }
    return "afterwards the object is in a state that no serial order leads to"
        + (last != null ? ", see " + last : "");
  }

  static String value(Outcome o, String path) {
    return o.state.containsKey(path) ? o.state.get(path) : "not there";
  }

  static String all(int orders, Set<String> different) {
    return different.size() > 1 ? "in the serial orders"
        : orders == 2 ? "in both serial orders" : "in all serial orders";
  }

  static String join(Set<String> values) {
    StringBuilder text = new StringBuilder();
    for (String v : values) {
      text.append(text.length() == 0 ? v : " or " + (v.startsWith("returned ") ? v.substring(9) : v));
    }
    return text.toString();
  }

  /* ---- Orders of the debugger. ---- */

  static World world;
  static Set<Thread> before; /* the threads that lived before the world was made */
  static Player[] players;

  /* Does a thread that the class started go on by itself, so that the state depends on the time? */
  static boolean isMoving() {
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(t) && !(t instanceof Player) && isBusy(t)) return true;
    }
    return false;
  }

  static String escape(String text) {
    StringBuilder visible = new StringBuilder();
    for (char c : (text.length() > 2000 ? text.substring(0, 2000) + "..." : text).toCharArray()) {
      boolean control = Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r';
      visible.append(control || Character.isSurrogate(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    String plain = visible.toString();
    return plain.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }

  /* setup PATIENCE CLASS FACTORIES|- PATH... */
  static String setup(String[] words) throws Exception {
    patience = Integer.parseInt(words[1]);
    subject = words[2];
    factories = words[3].equals("-") ? null : words[3];
    urls = new URL[words.length - 4];
    for (int i = 4; i < words.length; i++) urls[i - 4] = new File(words[i]).toURI().toURL();
    given = null;
    ways = null;
    return "ok\t" + System.getProperty("java.version");
  }

  /* "clear(Object)(GenericKeyedObjectPool.keyLock[0])" is clear(Object): which half of a read-write lock
     a process takes is no matter of its call. */
  static String unitOf(String name) {
    int second = name.indexOf('(', name.indexOf('(') + 1);
    return second < 0 ? name : name.substring(0, second);
  }

  /* units NAME... ; NAME... : CLASS...: the calls of each thread, and the classes that they go through */
  static String units(String[] words) {
    List<String[]> all = new ArrayList<String[]>();
    List<String> calls = new ArrayList<String>();
    int i = 1;
    for (boolean more = true; more; i++) {
      more = !words[i].equals(":");
      if (!more || words[i].equals(";")) {
        all.add(calls.toArray(new String[0]));
        calls.clear();
      } else {
        calls.add(unitOf(words[i]));
      }
    }
    units = all.toArray(new String[0][]);
    passed = Arrays.asList(words).subList(i, words.length);
    return "ok";
  }

  /* build VARIANT CALL...: make the object and the calls; a digest of its state. */
  static String build(String[] words) throws Throwable {
    variant = Integer.parseInt(words[1]);
    prefix = Arrays.asList(words).subList(2, words.length);
    before = new HashSet<Thread>(Thread.getAllStackTraces().keySet());
    world = buildInTime();
    if (isCircle()) return "built\t0";
    Map<String, String> state = new LinkedHashMap<String, String>();
    Dump dump = new Dump(state);
    if (world.object != null) dump.value("", world.object, 0);
    dump.statics(world.type);
    for (Made m : world.returned) dump.value(m.source, m.value, 1);
    long digest = 0;
    for (Map.Entry<String, String> e : state.entrySet()) digest = 31 * (31 * digest + e.getKey().hashCode()) + e.getValue().hashCode();
    return "built\t" + Long.toHexString(digest);
  }

  /* drive CLASS...: load the classes, start the threads. */
  static String drive(String[] words) throws Throwable {
    classes = new Class<?>[words.length - 1];
    for (int i = 1; i < words.length; i++) classes[i - 1] = Class.forName(words[i], true, world.classes);
    players = players(world, true);
    target = world.object;
    threads = players;
    for (Player p : players) p.start();
    return "ready\t" + escape(world.story.toString());
  }

  /* ---- Programs. ---- */

  /* What the debugger saw a task leave with; and what left threads, in the order in which it did. */
  static Throwable thrown;
  static final List<Object[]> left = Collections.synchronizedList(new ArrayList<Object[]>());

  /* program CLASS...: load and link the classes, and start main of the class under test. */
  static String program(String[] words) throws Throwable {
    before = new HashSet<Thread>(Thread.getAllStackTraces().keySet());
    final ClassLoader loader = new URLClassLoader(urls, Harness.class.getClassLoader());
    loader.setDefaultAssertionStatus(true);
    classes = new Class<?>[words.length - 1];
    for (int i = 1; i < words.length; i++) {
      classes[i - 1] = Class.forName(words[i], false, loader);
      classes[i - 1].getDeclaredMethods(); /* links it: breakpoints need that */
    }
    final Method main = Class.forName(subject, false, loader).getDeclaredMethod("main", String[].class);
    if (!Modifier.isStatic(main.getModifiers()) || !open(main)) throw new Refusal("main of " + subject + " is not static");
    left.clear();
    thrown = null;
    Thread.setDefaultUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
      public void uncaughtException(Thread t, Throwable e) { left.add(new Object[] {t.getName(), e}); }
    });
    Thread thread = new Thread("main") {
      public void run() {
        begin();
        try {
          main.invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
          left.add(new Object[] {"main", e.getCause()});
        } catch (Throwable e) {
          left.add(new Object[] {"main", e});
        }
        done();
      }
    };
    thread.setContextClassLoader(loader);
    threads = new Thread[] {thread};
    target = null;
    players = null;
    thread.start();
    return "ready\tjava -ea " + escape(subject);
  }

  /* ---- Clients: threads that call the class as the witness says. ---- */

  /* By call: "THREAD METHOD DESCRIPTOR OBJECT OTHER NUMBER..."; null: these are no clients. */
  static List<String[]> ways;
  static String constructor; /* its descriptor, or "-" */

  static final class Client extends Thread {
    final List<Call> calls = new ArrayList<Call>();

    Client(int number) {
      super("client " + number);
      setDaemon(true);
    }

    /* An exception is an answer; an error is not. */
    public void run() {
      begin();
      for (Call call : calls) {
        try {
          call.make(null);
        } catch (Error e) {
          left.add(new Object[] {getName(), e});
          break;
        } catch (Throwable e) {
          /* The next call. */
        }
      }
      done();
    }
  }

  static String descriptor(Executable e) {
    java.lang.invoke.MethodType type = e instanceof Constructor ? java.lang.invoke.MethodType.methodType(void.class, e.getParameterTypes())
        : java.lang.invoke.MethodType.methodType(((Method) e).getReturnType(), e.getParameterTypes());
    return type.toMethodDescriptorString();
  }

  /* The call of E, of the object ON, which gives OTHER and NUMBERS where it can, from AT on. */
  static Call clientCall(World world, Executable e, Made on, Made other, String[] numbers, int at) {
    Class<?>[] types = e.getParameterTypes();
    Object[] arguments = new Object[types.length];
    StringBuilder source = new StringBuilder(), before = new StringBuilder();
    for (int i = 0; i < types.length; i++) {
      Class<?> t = types[i];
      boolean number = t == int.class || t == long.class || t == boolean.class || t == char.class;
      Made[] choices = world.choices(t, 1);
      Made made = choices[world.variant % choices.length];
      if (t != Object.class && t.isAssignableFrom(world.type)) made = other;
      if (number && at < numbers.length) {
        long v = Long.parseLong(numbers[at++]);
        made = t == int.class ? of((int) v, String.valueOf((int) v)) : t == long.class ? of(v, v + "L")
            : t == boolean.class ? of(v != 0, String.valueOf(v != 0)) : of((char) v, "(char) " + (int) (char) v);
      }
      arguments[i] = made.value;
      source.append(i > 0 ? ", " : "").append(made.source);
      before.append(before.length() == 0 || made.before.isEmpty() ? "" : "; ").append(made.before);
    }
    String name = e instanceof Constructor ? "new " + name(e.getDeclaringClass())
        : (Modifier.isStatic(e.getModifiers()) ? name(e.getDeclaringClass()) : on.source) + "." + e.getName();
    return new Call(e, arguments, on == null ? null : on.value, name + "(" + source + ")", before.toString());
  }

  /* The objects that the clients call, and their calls. */
  static World buildClients() throws Throwable {
    World world = new World(variant);
    Constructor<?> maker = null;
    for (Constructor<?> c : sorted(world.type.getDeclaredConstructors())) if (open(c) && (descriptor(c).equals(constructor) || maker == null)) maker = c;
    int most = 0;
    for (String[] way : ways) most = Math.max(most, Math.max(Integer.parseInt(way[3]), Integer.parseInt(way[4])));
    for (int i = 0; i <= most && maker != null; i++) {
      Call call = clientCall(world, maker, null, i == 0 ? of(null, "null") : world.circle.get(0), new String[0], 0);
      world.tell(call.before);
      Made made = of(call.make(null), i == 0 ? "o" : "o2");
      world.tell(name(world.type) + " " + made.source + " = " + call.source);
      world.circle.add(made);
    }
    List<Client> clients = new ArrayList<Client>();
    for (String[] way : ways) {
      int number = Integer.parseInt(way[0]);
      while (clients.size() <= number) clients.add(new Client(clients.size() + 1));
      Method method = null;
      for (Class<?> c = world.type; c != null && method == null; c = c.getSuperclass()) {
        for (Method m : c.getDeclaredMethods()) if (m.getName().equals(way[1]) && descriptor(m).equals(way[2]) && open(m)) method = m;
      }
      if (method == null) throw new Refusal("there is no method " + way[1] + way[2] + " in " + subject);
      Call call = clientCall(world, method, world.circle.get(Integer.parseInt(way[3])), world.circle.get(Integer.parseInt(way[4])), way, 5);
      world.tell(call.before);
      world.tell("thread " + (number + 1) + ": " + call.source);
      clients.get(number).calls.add(call);
    }
    world.object = world.circle.get(0).value;
    threads = clients.toArray(new Thread[0]);
    return world;
  }

  /* ways VARIANT CONSTRUCTOR CALL...: make the objects and the clients. */
  static String ways(String[] words) throws Throwable {
    variant = Integer.parseInt(words[1]);
    constructor = words[2];
    units = new String[0][];
    ways = new ArrayList<String[]>();
    for (int i = 3; i < words.length; i++) ways.add(words[i].split(" "));
    before = new HashSet<Thread>(Thread.getAllStackTraces().keySet());
    world = buildInTime();
    return "built\t0";
  }

  /* clients CLASS...: load and link the classes, and start the clients. */
  static String clients(String[] words) throws Throwable {
    classes = new Class<?>[words.length - 1];
    for (int i = 1; i < words.length; i++) {
      classes[i - 1] = Class.forName(words[i], false, world.classes);
      classes[i - 1].getDeclaredMethods();
    }
    left.clear();
    thrown = null;
    target = null;
    players = null;
    for (Thread t : threads) t.start();
    return "ready\t" + escape(world.story.toString());
  }

  /* Does a call of some public method, by one more thread, let one of ALL go on? */
  static boolean canBeHelped(Thread[] all, String[] words) throws Throwable {
    for (Method m : sorted(world.type.getMethods())) {
      if (m.getDeclaringClass() == Object.class || m.isSynthetic() || !open(m)) continue;
      Client helper = new Client(threads.length + 1);
      helper.calls.add(clientCall(world, m, world.circle.get(0), world.circle.get(0), new String[0], 0));
      helper.start();
      settle(helper);
      settle(all);
      if (!stuck(all, words).startsWith("harmful")) return true;
    }
    return false;
  }

  /* The threads of the program that live. */
  static Thread[] alive() {
    List<Thread> list = new ArrayList<Thread>();
    for (Thread t : Thread.getAllStackTraces().keySet()) if (!before.contains(t) && t.isAlive()) list.add(t);
    Collections.sort(list, new Comparator<Thread>() {
      public int compare(Thread a, Thread b) { return Long.compare(a.getId(), b.getId()); }
    });
    return list.toArray(new Thread[0]);
  }

  static boolean isLibrary(StackTraceElement e) {
    return e.getClassName().matches("(java|jdk|sun)\\..*");
  }

  static boolean passes(StackTraceElement[] stack, String place) {
    for (StackTraceElement e : stack) if (place.equals(e.getFileName() + ":" + e.getLineNumber())) return true;
    return false;
  }

  /* outcome assert PLACE | outcome stuck PLACE... | outcome other: what became of the program, whose
     threads run freely. */
  static String outcome(String[] words) throws Throwable {
    if (thrown != null) left.add(new Object[] {"a task", thrown});
    for (boolean claimed = false; !claimed;) {
      Thread[] all = alive();
      for (Object[] one : left.toArray(new Object[0][])) claimed |= words[1].equals("assert") && passes(((Throwable) one[1]).getStackTrace(), words[2]);
      if (!claimed) settle(all);
      if (isBusy(all) || Arrays.equals(all, alive())) break;
    }
    Thread[] all = alive();
    String state = all.length == 0 ? "ended\t" : "alive\t";
    if (words[1].equals("stuck")) {
      String stuck = stuck(all, words);
      if (ways == null || !stuck.startsWith("harmful")) return state + stuck;
      return state + (canBeHelped(all, words) ? "no\tthey wait until another thread calls a method" : stuck + ", whatever is called then");
    }
    StringBuilder text = new StringBuilder();
    for (Object[] one : left.toArray(new Object[0][])) { /* more may come meanwhile */
      Throwable e = (Throwable) one[1];
      boolean claimed = words[1].equals("assert") && passes(e.getStackTrace(), words[2]);
      String line = one[0] + " threw " + plain(e) + (claimed ? " at " + words[2] : "");
      if (claimed) return state + "harmful\t" + escape(line);
      text.append(text.length() > 0 ? "; " : "").append(line);
    }
    if (words[1].equals("assert")) {
      return state + "no\t" + (text.length() > 0 ? escape(text.toString()) : "no exception left a thread");
    }
    return state + "yes\t" + escape(text.toString());
  }

  /* Do all threads that are left wait, those of the finding where it says, and nobody can wake them? */
  static String stuck(Thread[] all, String[] words) {
    StringBuilder text = new StringBuilder();
    if (isBusy(all)) return "no\tthreads go on";
    Set<String> missing = new LinkedHashSet<String>(Arrays.asList(words).subList(2, words.length));
    for (Thread t : all) {
      ThreadInfo info = beans.getThreadInfo(t.getId(), 100);
      if (info == null) continue;
      String where = null;
      for (StackTraceElement e : info.getStackTrace()) {
        String place = e.getFileName() + ":" + e.getLineNumber();
        if (missing.remove(place) || where == null && !isLibrary(e)) where = place;
      }
      String what = info.getLockName() == null ? "" : " for " + info.getLockName().replaceAll("@.*", "");
      text.append(text.length() > 0 ? "; " : "").append(t.getName()).append(" waits").append(what)
          .append(where == null ? "" : " at " + where);
    }
    return missing.isEmpty() ? "harmful\t" + escape(text + "; no thread is left that could go on")
        : "no\t" + (text.length() == 0 ? "all threads ended" : escape(text + "; but nobody at " + missing.iterator().next()));
  }

  static Outcome seen; /* what the last run led to */

  /* The threads are no longer held.  What differs from an EARLIER run of the same scenario is not for sure. */
  static String finish(Outcome earlier) throws Throwable {
    settle(players);
    if (isBusy(players) && used(players) < patience * 1000000L) throw new Refusal("the threads do not end in time");
    Outcome outcome = look(world, players);
    seen = outcome.copy();
    String verdict = judge(outcome, earlier, isMoving());
    return (isBusy(players) ? "stuck\t" : "ended\t") + verdict;
  }

  static String abandon() {
    settle(players);
    return isBusy(players) ? "stuck" : "ended";
  }

  /* What the JVM itself says about deadlocks. */
  static String deadlock() {
    long[] found = beans.findDeadlockedThreads();
    if (found == null) return "none";
    StringBuilder text = new StringBuilder();
    int ours = 0;
    for (Thread p : players != null ? players : alive()) {
      for (long id : found) {
        if (id != p.getId()) continue;
        ThreadInfo info = beans.getThreadInfo(id, 100);
        ours++;
        text.append(text.length() > 0 ? "; " : "").append(players != null ? "thread " + ours : p.getName()).append(" waits for ")
            .append(info.getLockName().replaceAll("@.*", ""));
        for (StackTraceElement e : info.getStackTrace()) {
          if (isLibrary(e)) continue;
          text.append(" at ").append(e);
          break;
        }
      }
    }
    return ours < 2 ? "none" : "deadlock\t" + escape(text.toString());
  }

  /* The methods that may stand in for a unit. */
  static String methods() throws Throwable {
    StringBuilder text = new StringBuilder("ok");
    for (String step : steps(new World(0))) text.append('\t').append(step);
    return text.toString();
  }

  /* "... class file version 65.0 ...": a class for a later version of Java, which has numbers from 45 on. */
  static String newer(UnsupportedClassVersionError e) {
    String version = e.getMessage().replaceAll("(?s).*?class file version ([0-9]+).*", "$1");
    return version.matches("[0-9]{2,3}") ? "the classes need Java " + (Integer.parseInt(version) - 44) + ", and this JVM is "
        + System.getProperty("java.version") + ": --java names another one" : plain(e);
  }

  static String obey(String[] words) throws Throwable {
    switch (words[0]) {
      case "setup": return setup(words);
      case "units": return units(words);
      case "methods": return methods();
      case "build": return build(words);
      case "drive": return drive(words);
      case "program": return program(words);
      case "ways": return ways(words);
      case "clients": return clients(words);
      case "outcome": return outcome(words);
      case "finish": return finish(words.length > 1 ? seen : null);
      case "abandon": return abandon();
      case "deadlock": return deadlock();
      default: return "error\tunknown order " + words[0];
    }
  }

  public static void main(String[] arguments) throws Exception {
    Class.forName("java.util.concurrent.locks.LockSupport"); /* the debugger asks for it */
    try {
      Class.forName("java.lang.VirtualThread"); /* and for that */
    } catch (ClassNotFoundException e) {
      /* Before Java 21 there is none. */
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(arguments[0]), "UTF-8"));
    Writer out = new OutputStreamWriter(new FileOutputStream(arguments[1]), "UTF-8");
    out.write("hello\n");
    out.flush();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer;
      try {
        answer = obey(line.split("\t"));
      } catch (Refusal e) {
        answer = "refused\t" + escape(e.getMessage());
      } catch (UnsupportedClassVersionError e) {
        answer = "refused\t" + escape(newer(e));
      } catch (Throwable e) {
        answer = "refused\t" + escape(plain(e));
      }
      out.write(answer + "\n");
      out.flush();
    }
    Runtime.getRuntime().halt(0);
  }
}
