/* diag.c -- collecting diagnostics; diag_render.c shows them. */
#include <config.h>

#include "base/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
diags_init (struct diags *diags, struct arena *arena,
            const struct source *source)
{
  memset (diags, 0, sizeof *diags);
  diags->arena = arena;
  diags->source = source;
}

static void
add (struct diags *diags, struct diag diag, const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, again);
  va_end (again);
  assert (length >= 0);
  char *message = arena_alloc (diags->arena, (size_t) length + 1);
  vsnprintf (message, (size_t) length + 1, format, arguments);
  diag.message = message;
  *vec_push (diags->arena, &diags->list) = diag;
}

/* Count one more of a severity; is it worth keeping? */
static bool
count (struct diags *diags, uint32_t *counter)
{
  diags->muted = (*counter)++ >= DIAG_MOST;
  return !diags->muted;
}

void
diag_error (struct diags *diags, const char *code, struct span span,
            const char *format, ...)
{
  if (!count (diags, &diags->errors))
    return;
  va_list arguments;
  va_start (arguments, format);
  add (diags, (struct diag){ DIAG_ERROR, code, NULL, true, span }, format, arguments);
  va_end (arguments);
}

void
diag_warning (struct diags *diags, const char *code, struct span span,
              const char *format, ...)
{
  if (!count (diags, &diags->warnings))
    return;
  va_list arguments;
  va_start (arguments, format);
  add (diags, (struct diag){ DIAG_WARNING, code, NULL, true, span }, format,
       arguments);
  va_end (arguments);
}

void
diag_note (struct diags *diags, struct span span, const char *format, ...)
{
  if (diags->muted)
    return;
  va_list arguments;
  va_start (arguments, format);
  add (diags, (struct diag){ DIAG_NOTE, NULL, NULL, true, span }, format, arguments);
  va_end (arguments);
}

void
diag_error_file (struct diags *diags, const char *code, const char *format, ...)
{
  if (!count (diags, &diags->errors))
    return;
  va_list arguments;
  va_start (arguments, format);
  add (diags, (struct diag){ DIAG_ERROR, code, NULL, false, { 0, 0 } }, format,
       arguments);
  va_end (arguments);
}

void
diag_warning_file (struct diags *diags, const char *code, const char *format, ...)
{
  if (!count (diags, &diags->warnings))
    return;
  va_list arguments;
  va_start (arguments, format);
  add (diags, (struct diag){ DIAG_WARNING, code, NULL, false, { 0, 0 } }, format,
       arguments);
  va_end (arguments);
}

void
diags_drop_warnings (struct diags *diags)
{
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

/* A diagnostic with the notes behind it. */
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
  diags->list.count = diags->list.capacity = 0;
  for (uint32_t g = 0; g < groups.count; g++)
    for (uint32_t i = 0; i < groups.at[g].count; i++)
      *vec_push (diags->arena, &diags->list) = old[groups.at[g].first + i];
}

const char *
diag_severity_name (enum diag_severity severity)
{
  static const char *const names[] = { "error", "warning", "note" };
  return names[severity];
}
