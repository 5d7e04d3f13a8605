/* write.h -- the file of a certificate in the making: lines, tables, the seal.
 *
 * Sets of locks, stretches, tuples and sets of tuples are numbered by their
 * text: equal texts have equal numbers, and a new one is written at once.
 * Number 0 of each table is never written: the empty set, the stretch that
 * does nothing, the tuple of one such stretch, the set of that tuple.
 */
#ifndef CERTIFICATE_WRITE_H
#define CERTIFICATE_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/names.h"

struct certificate_text
{
  struct arena *arena;
  VEC (char) bytes;
};

enum writer_table
{
  WRITER_LOCKS,
  WRITER_STRETCHES,
  WRITER_TUPLES,
  WRITER_SETS,
  WRITER_TABLES,
};

struct writer
{
  FILE *file;         /* borrowed */
  void *digest;       /* state of XXH3 */
  uint64_t bytes;
  uint32_t lines;
  bool failed;        /* a line is missing: memory was out */
  struct names tables[WRITER_TABLES];
  uint32_t written[WRITER_TABLES];
};

/* False: memory is out.  Tables are in ARENA. */
bool writer_init (struct writer *writer, FILE *file);
void writer_init_tables (struct writer *writer, struct arena *arena);
/* Whole lines. */
void writer_put (struct writer *writer, const char *bytes, size_t length);
void __attribute__ ((format (printf, 2, 3)))
writer_print (struct writer *writer, const char *format, ...);
/* The number of what TEXT says. */
uint32_t writer_number (struct writer *writer, enum writer_table table,
                        const struct certificate_text *text);
/* Write the seal. */
void writer_seal (struct writer *writer);
void writer_clear (struct writer *writer);

void __attribute__ ((format (printf, 2, 3)))
text_print (struct certificate_text *text, const char *format, ...);
/* Numbers in ascending order, as ranges: "3,7-9"; COUNT of them, from the first
   on. */
void text_print_ranges (struct certificate_text *text, const uint32_t *numbers,
                        uint32_t count);

#endif
