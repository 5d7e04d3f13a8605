/* scribe.c -- see scribe.h. */
#include <config.h>

#include "base/scribe.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

FILE *
scribe_start (struct scribe *scribe, struct arena *arena)
{
  assert (arena->quota->armed);
  *scribe = (struct scribe){ .arena = arena };
  scribe->stream = open_memstream (&scribe->text, &scribe->length);
  if (!scribe->stream)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  return scribe->stream;
}

char *
scribe_end (struct scribe *scribe)
{
  assert (scribe->stream);
  bool failed = ferror (scribe->stream) != 0;
  failed |= fclose (scribe->stream) != 0;
  scribe->stream = NULL;
  /* fclose reports no failure if the text could not be cut to its length. */
  if (failed || !scribe->text)
    {
      free (scribe->text);
      quota_exhaust (scribe->arena->quota, QUOTA_MEMORY);
    }
  char *copy = arena_copy (scribe->arena, scribe->text, scribe->length);
  free (scribe->text);
  return copy;
}
