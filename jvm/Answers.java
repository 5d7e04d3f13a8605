/* Answers.java -- objects that answer every call of an interface: with 1, true, an object, or with nothing: 0,
   false, null.  A part of the harness, and of reproducers.  What is asked without arguments has the same answer
   every time. */
final class Answers implements java.lang.reflect.InvocationHandler {
  private final boolean gives;
  private final java.util.Map<String, Object> kept = new java.util.concurrent.ConcurrentHashMap<String, Object>();

  private Answers(boolean gives) { this.gives = gives; }

  static Object proxy(Class<?> t, boolean gives) {
    ClassLoader loader = t.getClassLoader() != null ? t.getClassLoader() : Answers.class.getClassLoader();
    return java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {t}, new Answers(gives));
  }

  /* What is over, or empty, is of no use. */
  private static final String NEVER
      = "next|(is|has|was)?(Closed|Shut|Terminated|Cancel|Stopped|Empty|Destroyed|Expired|Interrupted|Next|More).*";

  public Object invoke(Object self, java.lang.reflect.Method m, Object[] arguments) {
    String name = m.getName();
    if (name.equals("equals") && arguments != null) return self == arguments[0];
    if (name.equals("hashCode") && arguments == null) return 1;
    if (name.equals("toString") && arguments == null) return "proxy";
    Class<?> r = m.getReturnType();
    byte number = (byte) (gives ? 1 : 0);
    if (r == boolean.class) return gives && !name.matches(NEVER);
    if (r == char.class) return 'a';
    if (r == byte.class) return number;
    if (r == short.class) return (short) number;
    if (r == int.class) return (int) number;
    if (r == long.class) return (long) number;
    if (r == float.class) return (float) number;
    if (r == double.class) return (double) number;
    if (!gives || r == void.class) return null;
    Object value = arguments == null ? kept.get(m.toString()) : null;
    if (value == null) value = make(r);
    if (value != null && arguments == null) kept.put(m.toString(), value);
    return value;
  }

  private static Object make(Class<?> r) {
    if (r == Object.class) return new Object();
    if (r.isEnum()) return r.getEnumConstants()[0];
    if (r.isArray()) return java.lang.reflect.Array.newInstance(r.getComponentType(), 0);
    Object[] ready = {"a", 1, 1L, true, new java.util.ArrayList<Object>(), new java.util.HashSet<Object>(),
        new java.util.TreeMap<Object, Object>(), java.util.Collections.emptyIterator(), java.util.Collections.emptyEnumeration()};
    for (Object o : ready) if (r.isInstance(o)) return o;
    try {
      java.lang.reflect.Constructor<?> maker = r.isInterface() ? implementation(r) : r.getConstructor();
      if (maker == null) return proxy(r, true);
      return maker.getParameterTypes().length == 0 ? maker.newInstance() : maker.newInstance(new Object());
    } catch (Exception e) {
      return r.isInterface() ? proxy(r, true) : null;
    } catch (LinkageError e) {
      return null;
    }
  }

  /* The public constructor, without parameters or of an Object, of a class whose name says that it is what one
     takes for the interface T: DefaultPool, PoolImpl, impl.BasicPool; or null. */
  static java.lang.reflect.Constructor<?> implementation(Class<?> t) {
    String name = t.getName(), simple = t.getSimpleName(), prefix = name.substring(0, name.lastIndexOf('.') + 1);
    if (t.isMemberClass() || name.startsWith("java")) return null;
    for (String within : new String[] {"", "impl."}) {
      for (String pattern : new String[] {"Default#", "#Impl", "Basic#", "Simple#", "Standard#"}) {
        try {
          Class<?> c = Class.forName(prefix + within + pattern.replace("#", simple), true, t.getClassLoader());
          if (!t.isAssignableFrom(c) || (c.getModifiers() & java.lang.reflect.Modifier.ABSTRACT) != 0) continue;
          for (java.lang.reflect.Constructor<?> maker : c.getConstructors()) {
            Class<?>[] types = maker.getParameterTypes();
            boolean open = (c.getModifiers() & java.lang.reflect.Modifier.PUBLIC) != 0;
            if (open && (types.length == 0 || types.length == 1 && types[0] == Object.class)) return maker;
          }
        } catch (Exception e) {
          /* There is none of that name. */
        } catch (LinkageError e) {
          /* It lacks another one. */
        }
      }
    }
    return null;
  }
}
