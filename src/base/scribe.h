/* scribe.h -- compose a text with stdio, and keep it in an arena.
 *
 *     struct scribe scribe;
 *     fprintf (scribe_start (&scribe, arena), "%u steps", steps);
 *     const char *text = scribe_end (&scribe);
 *
 * What allocates from a quota must not be called in between: it might unwind
 * and leave the stream behind.
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
