/* write.h -- the file of a certificate while it is written: lines, tables, the seal.
 *
 * Sets of locks, summaries, tuples and sets of tuples have numbers: equal ones have equal
 * texts, and so equal numbers, and a new one is written at once.  Number 0 of each table
 * is predefined and never written: the empty set, the summary of the empty run, the tuple
 * of this summary alone, the set of this tuple alone; of places, 0 and 1 are predefined.
 * Sets of places and values are all written.
 */
#ifndef CERTIFICATE_WRITE_H
#define CERTIFICATE_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/names.h"

/* A text that grows in an arena. */
struct certificate_text
{
  struct arena *arena;
  VEC (char) bytes;
};

enum writer_table
{
  WRITER_LOCKS,
  WRITER_SUMMARIES,
  WRITER_TUPLES,
  WRITER_SETS,
  WRITER_PLACES, /* of states (invariants.c) */
  WRITER_PLACE_SETS,
  WRITER_VALUES,
  WRITER_TABLES,
};

struct writer
{
  FILE *file;   /* borrowed */
  void *digest; /* state of XXH3 */
  uint64_t bytes;
  uint32_t lines;
  bool failed; /* memory ran out, and something is missing */
  struct names tables[WRITER_TABLES];
  uint32_t written[WRITER_TABLES]; /* how many of each are in the file, or predefined */
};

/* False: out of memory. */
bool writer_init (struct writer *writer, FILE *file);
/* The tables are in ARENA. */
void writer_init_tables (struct writer *writer, struct arena *arena);
void writer_put (struct writer *writer, const char *bytes, size_t length);
void __attribute__ ((format (printf, 2, 3)))
writer_print (struct writer *writer, const char *format, ...);
/* The number of TEXT in TABLE. */
uint32_t writer_number (struct writer *writer, enum writer_table table,
                        const struct certificate_text *text);
/* Write the last line, unless something is missing. */
void writer_seal (struct writer *writer);
void writer_clear (struct writer *writer);

void __attribute__ ((format (printf, 2, 3)))
text_print (struct certificate_text *text, const char *format, ...);
/* A number, after a space unless it comes first. */
void text_print_number (struct certificate_text *text, uint32_t number);
/* COUNT numbers in ascending order, as ranges: "3,7-9". */
void text_print_ranges (struct certificate_text *text, const uint32_t *numbers,
                        uint32_t count);

#endif
