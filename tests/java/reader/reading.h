/* reading.h -- what the tests of the class-file reader share: a universe with its
 * quota and diagnostics, and classes made by the assembler.
 */
#ifndef TESTS_JAVA_READER_READING_H
#define TESTS_JAVA_READER_READING_H

#include "assembler.h"
#include "java/program/universe.h"

struct reading
{
  struct quota quota;
  struct arena arena;
  struct source source;
  struct diags diags;
  struct java_universe universe;
};

void reading_init (struct reading *reading);
void reading_clear (struct reading *reading);

/* Read BYTES as a class and all its code and annotations; the code of the first
   message, or null if all is well. */
const char *reading_try (struct reading *reading, const uint8_t *bytes, size_t length,
                         struct java_class *class);
/* Everything that can be asked of a class that was read. */
bool reading_visit (struct reading *reading, const struct java_class *class);

#endif
