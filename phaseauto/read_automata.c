/* read_automata.c -- see read_automata.h: the passes, one after the other. */
#include <config.h>

#include "phaseauto/read_automata.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

void
pa_init (struct pa *pa, struct quota *quota)
{
  assert (quota);
  memset (pa, 0, sizeof *pa);
  arena_init (&pa->arena, quota);
}

void
pa_clear (struct pa *pa)
{
  arena_clear (&pa->arena);
}

/* Parse and check the source, if it was read; report ERROR if it was not. */
static bool
take_source (struct pa *pa, bool was_read, const struct source_error *error)
{
  assert (pa->arena.quota && !pa->diags.source && pa->set.automata.count == 0);
  diags_init (&pa->diags, &pa->arena, &pa->source);
  pa->set.name = pa->source.path;
  if (!was_read)
    {
      if (error->located)
        diag_error (&pa->diags, error->code, error->at, "%s", error->message);
      else
        diag_error_file (&pa->diags, error->code, "%s", error->message);
      return false;
    }
  names_init (&pa->names, &pa->arena);
  bool fine = pa_parse (&pa->raw, &pa->arena, &pa->source, &pa->names, &pa->diags)
              && pa_resolve (&pa->set, &pa->raw, &pa->arena, &pa->names, &pa->diags);
  diags_sort (&pa->diags);
  assert (fine == (pa->diags.errors == 0));
  LOG (1, "%s: %u automata, %u errors, %u warnings", pa->set.name,
       (unsigned) pa->set.automata.count, (unsigned) pa->diags.errors,
       (unsigned) pa->diags.warnings);
  return fine;
}

bool
pa_read (struct pa *pa, const char *path)
{
  struct source_error error;
  bool was_read = source_read (&pa->source, &pa->arena, path, &error);
  return take_source (pa, was_read, &error);
}

bool
pa_read_text (struct pa *pa, const char *path, const char *text, size_t length)
{
  struct source_error error;
  bool was_read = source_set (&pa->source, &pa->arena, path, text, length, &error);
  return take_source (pa, was_read, &error);
}
