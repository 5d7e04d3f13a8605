/* diag.c -- collecting diagnostics; diag_render.c shows them. */
#include <config.h>

#include "base/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

void
diags_init (struct diags *diags, struct arena *arena, const struct source *source)
{
  assert (arena);
  *diags = (struct diags){ .arena = arena, .source = source };
}

/* Is a diagnostic of this SEVERITY still wanted?  Errors and warnings beyond
   DIAG_MOST are counted and dropped, and their notes with them. */
static bool
count (struct diags *diags, enum diag_severity severity)
{
  if (severity != DIAG_NOTE)
    {
      uint32_t *counter = severity == DIAG_ERROR ? &diags->errors : &diags->warnings;
      diags->muted = (*counter)++ >= DIAG_MOST;
    }
  return !diags->muted;
}

void
diag_report (struct diags *diags, enum diag_severity severity, const char *code,
             struct span span, const char *format, ...)
{
  bool located = span.begin != DIAG_WHOLE_FILE.begin;
  assert (diags->arena);
  assert ((code == NULL) == (severity == DIAG_NOTE));
  assert (severity != DIAG_NOTE || diags->errors + diags->warnings > 0);
  assert (!located || span.begin <= span.end);
  if (!count (diags, severity))
    return;
  va_list arguments;
  va_start (arguments, format);
  const char *message = arena_vformat (diags->arena, format, arguments);
  va_end (arguments);
  *vec_push (diags->arena, &diags->list)
    = (struct diag){ severity, code, message, located,
                     located ? span : (struct span){ 0, 0 } };
}

void
diags_drop_warnings (struct diags *diags)
{
  assert (diags->errors > 0);
  uint32_t kept = 0;
  bool dropping = false;
  for (uint32_t i = 0; i < diags->list.count; i++)
    {
      struct diag diag = diags->list.at[i];
      if (diag.severity != DIAG_NOTE)
        dropping = diag.severity == DIAG_WARNING;
      if (!dropping)
        diags->list.at[kept++] = diag;
    }
  diags->list.count = kept;
  diags->warnings = 0;
}

/* A diagnostic in the order of the text; a note has the place of the error or
   warning it belongs to. */
struct key
{
  uint32_t place, index;
};

static int
compare_keys (const void *left, const void *right)
{
  const struct key *a = left, *b = right;
  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

void
diags_sort (struct diags *diags)
{
  uint32_t count = diags->list.count, place = 0;
  struct key *keys = arena_calloc (diags->arena, count, sizeof *keys);
  struct diag *old = arena_calloc (diags->arena, count, sizeof *old);
  assert (count == 0 || diags->list.at[0].severity != DIAG_NOTE);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct diag *diag = &diags->list.at[i];
      if (diag->severity != DIAG_NOTE)
        place = diag->located ? diag->span.begin : UINT32_MAX;
      keys[i] = (struct key){ place, i };
      old[i] = *diag;
    }
  qsort (keys, count, sizeof *keys, compare_keys);
  for (uint32_t i = 0; i < count; i++)
    diags->list.at[i] = old[keys[i].index];
}

const char *
diag_severity_name (enum diag_severity severity)
{
  static const char *const names[] = { "error", "warning", "note" };
  assert (severity < sizeof names / sizeof *names);
  return names[severity];
}
