/* scribe.h -- compose a text with stdio and keep it in an arena (arena_format
 * does the same for one format).
 *
 *     struct scribe scribe;
 *     fprintf (scribe_start (&scribe, arena), "%u steps", steps);
 *     const char *text = scribe_end (&scribe);
 *
 * Nothing may allocate from a quota between start and end: it might unwind and
 * leak the stream.
 */
#ifndef BASE_SCRIBE_H
#define BASE_SCRIBE_H

#include <stdio.h>

#include "base/arena.h"

struct scribe
{
  struct arena *arena;
  FILE *stream;
  char *text;
  size_t length;
};

FILE *scribe_start (struct scribe *scribe, struct arena *arena);
/* The text, terminated; unwinds if there was no memory for it. */
char *scribe_end (struct scribe *scribe);

#endif
