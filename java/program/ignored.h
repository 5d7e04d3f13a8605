/* ignored.h -- what the program's authors do not want to hear: @PhaselockIgnore.
 *
 *     @PhaselockIgnore (value = "race", reason = "a statistic") int hits;
 *
 * An annotation of any package counts, if it is in the class file, on a class, a field or
 * a method.  Models do not change: findings are told apart when they are there
 * (src/explain/suppress.h).
 */
#ifndef JAVA_PROGRAM_IGNORED_H
#define JAVA_PROGRAM_IGNORED_H

#include "base/vec.h"

struct java;

struct java_ignored
{
  const char *class_name; /* "org.example.Stack" */
  const char *method;     /* "pop", or null */
  const char *descriptor; /* "()Ljava/lang/Object;", of a method */
  const char *location;   /* of a field, as models call it: "Stack.count"; or null */
  const char *questions;  /* as -p takes them; null: all */
  const char *reason;     /* or null */
};

struct java_ignored_list
{
  VEC (struct java_ignored) list;
};

/* All of the given classes of JAVA, in its arena. */
struct java_ignored_list java_ignored (struct java *java);

#endif
