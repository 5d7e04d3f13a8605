/* jdk.h -- which JDK is used, and the harness, compiled with it.
 *
 * The harness (Harness.java) is compiled once for each JDK into the user's cache,
 * $XDG_CACHE_HOME/phaselock or ~/.cache/phaselock, a folder that nobody else can write
 * to; a folder that is not such is not used.  Strings live in the arena that is given.
 */
#ifndef JVM_JDK_H
#define JVM_JDK_H

#include "base/arena.h"
#include "jvm/patience.h"

struct jdk
{
  const char *java, *javac; /* absolute paths */
  const char *classes;      /* the folder of the compiled harness */
};

/* Find the JDK: GIVEN (--java: a program or the folder of a JDK), else $JAVA_HOME, else
   on the PATH.  False with *PROBLEM. */
bool jdk_find (struct jdk *jdk, const char *given, struct arena *arena,
               const char **problem);

/* Compile the harness unless the cache has it; without a cache into FOLDER, an empty one
   that lasts as long as JDK. */
bool jdk_prepare (struct jdk *jdk, const char *folder,
                  const volatile sig_atomic_t *interrupted, struct arena *arena,
                  const char **problem);

/* Compile FILE, a Java source, into FOLDER, with CLASSPATH. */
bool jdk_compile (const struct jdk *jdk, const char *file, const char *classpath,
                  const char *folder, const volatile sig_atomic_t *interrupted,
                  struct arena *arena, const char **problem);

#endif
