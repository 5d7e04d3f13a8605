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
  bool fine
    = pa_parse (&pa->raw, &pa->arena, &pa->source, &pa->names, &pa->diags)
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

const struct pa_shipped *
pa_shipped_find (const char *name)
{
  for (const struct pa_shipped *shipped = pa_shipped; shipped->name; shipped++)
    if (strcmp (shipped->name, name) == 0)
      return shipped;
  return NULL;
}

/* Give the automata of PA that have no text the text of their namesakes in OTHER, those
   with the same name and title. */
static void
borrow_texts (struct pa *pa, const struct pa_shipped *other)
{
  /* In the arena of PA, where the texts are to stay. */
  struct arena *arena = &pa->arena;
  struct source source;
  struct source_error error;
  struct diags diags;
  struct names names;
  struct pa_raw raw;
  struct pa_set set = { .name = other->name };
  bool fine = source_set (&source, arena, other->name, other->text,
                          strlen (other->text), &error);
  diags_init (&diags, arena, &source);
  names_init (&names, arena);
  fine = fine && pa_parse (&raw, arena, &source, &names, &diags)
         && pa_resolve (&set, &raw, arena, &names, &diags);
  assert (fine);
  (void) fine;
  for (uint32_t i = 0; i < pa->set.automata.count; i++)
    for (uint32_t k = 0; k < set.automata.count; k++)
      {
        struct pa_automaton *to = &pa->set.automata.at[i];
        const struct pa_automaton *from = &set.automata.at[k];
        if (!to->text.says && to->title && from->title
            && strcmp (to->name, from->name) == 0
            && strcmp (to->title, from->title) == 0)
          to->text = from->text;
      }
}

bool
pa_read_shipped (struct pa *pa, const char *name)
{
  const struct pa_shipped *shipped = pa_shipped_find (name);
  assert (shipped);
  return pa_read_text (pa, shipped->name, shipped->text, strlen (shipped->text));
}

void
pa_need_texts (struct pa *pa)
{
  assert (pa->set.name);
  const struct pa_shipped *shipped = pa_shipped_find (pa->set.name);
  for (const struct pa_shipped *other = pa_shipped; shipped && other->name; other++)
    if (other != shipped && pa->set.automata.count > 0
        && !pa->set.automata.at[0].text.says)
      borrow_texts (pa, other);
}
