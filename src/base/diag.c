/* diag.c -- collecting diagnostics; diag_render.c shows them. */
#include <config.h>

#include "base/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

void
diags_init (struct diags *diags, struct arena *arena,
            const struct source *source)
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

/* An error or warning and its notes, which follow it in the list. */
struct group
{
  uint32_t place, first, count;
};

static int
compare_groups (const void *left, const void *right)
{
  const struct group *a = left, *b = right;
  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  return a->first < b->first ? -1 : a->first > b->first;
}

void
diags_sort (struct diags *diags)
{
  VEC (struct group) groups = VEC_EMPTY;
  for (uint32_t i = 0; i < diags->list.count; i++)
    {
      const struct diag *diag = &diags->list.at[i];
      if (diag->severity != DIAG_NOTE)
        *vec_push (diags->arena, &groups)
          = (struct group){ diag->located ? diag->span.begin : UINT32_MAX, i, 0 };
      assert (groups.count > 0);
      groups.at[groups.count - 1].count++;
    }
  if (!groups.count)
    return;
  qsort (groups.at, groups.count, sizeof *groups.at, compare_groups);
  struct diag *old = diags->list.at;
  diags->list.at = NULL;
  uint32_t before = diags->list.count;
  diags->list.count = diags->list.capacity = 0;
  for (uint32_t g = 0; g < groups.count; g++)
    for (uint32_t i = 0; i < groups.at[g].count; i++)
      *vec_push (diags->arena, &diags->list) = old[groups.at[g].first + i];
  assert (diags->list.count == before);
}

const char *
diag_severity_name (enum diag_severity severity)
{
  static const char *const names[] = { "error", "warning", "note" };
  assert (severity < sizeof names / sizeof *names);
  return names[severity];
}
