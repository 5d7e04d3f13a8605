/* java_text.h -- Java sources that are compiled into the program, by their names. */
#ifndef JVM_JAVA_TEXT_H
#define JVM_JAVA_TEXT_H

#include <stddef.h>

/* In the order of their names; null pointers end the table. */
struct java_text
{
  const char *name, *text;
};
extern const struct java_text java_text[];

#define JAVA_TEXT_ANSWERS 0
#define JAVA_TEXT_HARNESS 1
#define JAVA_TEXT_PROGRAM_REPRODUCER 2
#define JAVA_TEXT_REPRODUCER 3

#endif
