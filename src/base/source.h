/* source.h -- a text file in memory, and places in it.
 *
 * A place is a byte offset; lines and columns are computed when a message needs
 * them.  Reading rejects what no text of ours may contain (NUL, broken UTF-8, a
 * carriage return that ends no line), so that all later passes deal with clean
 * UTF-8 only.  The text is followed by two NUL bytes.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* A range of source text, in bytes. */
struct span
{
  uint32_t begin, end;
};

struct source
{
  const char *path; /* as the user wrote it */
  char *text;
  uint32_t length;      /* without the two NUL bytes */
  VEC (uint32_t) lines; /* offset of each line's first byte */
};

struct source_place
{
  uint32_t line;   /* from 1 */
  uint32_t column; /* from 1, in characters; a tab is one */
};

/* What kept a source from being read. */
struct source_error
{
  const char *code;    /* names the kind of error */
  const char *message; /* for a person */
  bool located;        /* AT is a place in the text */
  struct span at;
};

/* No text may be longer. */
#define SOURCE_LIMIT ((uint32_t) 256 << 20)

/* Read PATH ("-" is standard input) into ARENA; false with *ERROR filled in if
   it cannot be read or is no clean text.  Even then SOURCE holds what is needed
   to show the error. */
bool source_read (struct source *source, struct arena *arena, const char *path,
                  struct source_error *error);

/* As source_read, but from LENGTH bytes in memory, which are copied. */
bool source_set (struct source *source, struct arena *arena, const char *path,
                 const char *bytes, size_t length, struct source_error *error);

/* The place of OFFSET; if there is no text, OFFSET is the number of a line. */
struct source_place source_place (const struct source *source, uint32_t offset);

/* The bytes of LINE (from 1), without its line end. */
struct span source_line (const struct source *source, uint32_t line);

#endif
