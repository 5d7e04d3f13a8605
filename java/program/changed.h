/* changed.h -- which classes have other models since some files have changed.
 *
 * A model depends on the code that its class can come to: on the classes that it names,
 * those that they name, and so on, and on every class below one of these, whose methods
 * a call may mean.
 */
#ifndef JAVA_PROGRAM_CHANGED_H
#define JAVA_PROGRAM_CHANGED_H

#include <stdbool.h>
#include <stdint.h>

struct java;

/* By given class, in JAVA's arena: is one of PATHS its source ("src/org/example/A.java")
   or its class file, or does it depend on a class of which that is so? */
const bool *java_changed (struct java *java, const char *const *paths, uint32_t count);

/* The same of the class called NAME.  A circle of locks, which is no class, may be
   another one if some class is. */
bool java_is_changed (struct java *java, const bool *changed, const char *name);

#endif
