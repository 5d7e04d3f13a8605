/* harmless.c -- methods of the library that change nothing of the program, if none of its
 * code runs meanwhile; and those of them that return whatever they are given.
 *
 * What such a method returns is not known.  One that may also end by an exception ends so
 * in the model, too: the rest of the caller is then not carried out.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

bool
is_one_of (const char *name, const char *const *words)
{
  for (; *words; words++)
    if (strcmp (name, *words) == 0)
      return true;
  return false;
}

static bool
begins_with_one_of (const char *name, const char *const *words)
{
  for (; *words; words++)
    if (strncmp (name, *words, strlen (*words)) == 0)
      return true;
  return false;
}

bool
is_harmless (const struct invocation *call)
{
  static const char *const classes[] = { "java/io/PrintStream",
                                         "java/util/Random",
                                         "java/util/Locale",
                                         "java/time/",
                                         "java/text/",
                                         "java/math/",
                                         "java/util/concurrent/TimeUnit",
                                         "java/util/concurrent/ThreadLocalRandom",
                                         "java/util/logging/",
                                         "java/util/Arrays",
                                         "java/util/Objects",
                                         "java/lang/",
                                         NULL };
  static const char *const others[] = { "java/lang/ref",
                                        "java/lang/invoke",
                                        "java/lang/reflect",
                                        "java/lang/Thread",
                                        "java/lang/Inherit",
                                        "java/lang/Iterable",
                                        "java/lang/Runnable",
                                        "java/lang/Process",
                                        "java/lang/Scoped",
                                        "java/lang/AutoCloseable",
                                        NULL };
  /* These write into arrays, run what is not seen, or end the program. */
  static const char *const methods[] = { "arraycopy",
                                         "fill",
                                         "sort",
                                         "parallelSort",
                                         "setAll",
                                         "parallelSetAll",
                                         "getChars",
                                         "parallelPrefix",
                                         "nextBytes",
                                         "toChars",
                                         "forName",
                                         "newInstance",
                                         "addShutdownHook",
                                         "exec",
                                         "load",
                                         "loadLibrary",
                                         "exit",
                                         "halt",
                                         NULL };
  assert (call->class && call->name);
  return !begins_with_one_of (call->class, others) && !is_one_of (call->name, methods)
         && begins_with_one_of (call->class, classes);
}

/* By the beginning of the class: methods that never throw, whatever the numbers that they
   are given; "*": none does. */
static const struct calm
{
  const char *class;
  const char *methods[28];
} calm[] = {
  { "java/io/PrintStream", { "print", "println", "flush", "append" } },
  { "java/util/Random",
    { "<init>", "nextBoolean", "nextDouble", "nextFloat", "nextLong" } },
  { "java/util/concurrent/ThreadLocalRandom",
    { "current", "nextBoolean", "nextDouble", "nextFloat", "nextLong" } },
  { "java/util/concurrent/TimeUnit", { "sleep", "toMillis", "toNanos", "toSeconds" } },
  { "java/util/logging/", { "*" } },
  { "java/util/Arrays", { "toString", "hashCode", "equals", "deepToString" } },
  { "java/util/Objects",
    { "hash", "hashCode", "equals", "toString", "isNull", "nonNull",
      "requireNonNullElse" } },
  { "java/lang/Object", { "<init>", "getClass", "hashCode", "toString", "equals" } },
  { "java/lang/Enum", { "<init>", "name", "ordinal", "toString", "hashCode", "equals" } },
  { "java/lang/Record", { "*" } },
  { "java/lang/Class",
    { "getName", "getSimpleName", "desiredAssertionStatus", "hashCode", "toString",
      "isInstance", "isInterface", "isArray", "equals", "getTypeName" } },
  { "java/lang/Math", { "abs",   "min",    "max",   "sqrt", "pow",  "floor", "ceil",
                        "round", "random", "sin",   "cos",  "tan",  "exp",   "log",
                        "log10", "signum", "hypot", "cbrt", "atan", "atan2", "rint" } },
  { "java/lang/System",
    { "currentTimeMillis", "nanoTime", "identityHashCode", "lineSeparator", "gc",
      "getenv" } },
  { "java/lang/Runtime",
    { "getRuntime", "availableProcessors", "freeMemory", "totalMemory", "maxMemory",
      "gc" } },
  { "java/lang/StringBu",
    { "<init>", "append", "toString", "length", "reverse", "capacity", "hashCode",
      "equals" } },
  { "java/lang/String", { "<init>",      "equals",      "hashCode",
                          "length",      "isEmpty",     "startsWith",
                          "endsWith",    "contains",    "indexOf",
                          "lastIndexOf", "toUpperCase", "toLowerCase",
                          "trim",        "strip",       "concat",
                          "compareTo",   "valueOf",     "equalsIgnoreCase",
                          "join",        "toCharArray", "isBlank",
                          "intern",      "toString",    "getBytes",
                          "replace",     "split" } },
  { "java/lang/Integer",
    { "toString",
      "intValue",
      "longValue",
      "doubleValue",
      "compare",
      "compareTo",
      "equals",
      "hashCode",
      "sum",
      "max",
      "min",
      "bitCount",
      "signum",
      "toBinaryString",
      "toHexString",
      "highestOneBit",
      "lowestOneBit",
      "reverse",
      "rotateLeft",
      "numberOfLeadingZeros",
      "numberOfTrailingZeros",
      "toUnsignedLong" } },
  { "java/lang/Long",
    { "toString", "intValue", "longValue", "doubleValue", "compare", "compareTo",
      "equals", "hashCode", "sum", "max", "min", "bitCount", "signum", "toBinaryString",
      "toHexString", "numberOfLeadingZeros", "numberOfTrailingZeros" } },
  { "java/lang/Boolean", { "*" } },
  { "java/lang/Character", { "*" } },
  { "java/lang/Double",
    { "toString", "intValue", "longValue", "doubleValue", "compare", "compareTo",
      "equals", "hashCode", "isNaN", "isInfinite", "sum", "max", "min",
      "doubleToLongBits" } },
};

bool
may_throw (struct evaluation *e, const struct invocation *call)
{
  assert (call->class && call->signature);
  bool of_text = call->count == 1 && call->signature->count == 1
                 && call->signature->parameters[0].kind == 'L';
  /* What boxes a number does not throw, what reads one from a text does. */
  if (strcmp (call->name, "valueOf") == 0 && call->kind == HANDLE_INVOKE_STATIC)
    return of_text && strcmp (call->class, "java/lang/String") != 0
           && strcmp (call->class, "java/lang/Boolean") != 0;
  if (class_is_a (e, call->member.class, "java/lang/Throwable") == IS)
    return false;
  for (size_t i = 0; i < sizeof calm / sizeof *calm; i++)
    if (strncmp (call->class, calm[i].class, strlen (calm[i].class)) == 0
        && (strcmp (calm[i].methods[0], "*") == 0
            || is_one_of (call->name, calm[i].methods)))
      return false;
  /* Random.nextInt of nothing. */
  return !(strcmp (call->name, "nextInt") == 0 && call->signature->count == 0);
}
