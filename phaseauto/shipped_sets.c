/* shipped_sets.c -- the sets that ship, from their tables (shipped.h). */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "phaseauto/read_automata.h"

const struct pa_shipped *
pa_shipped_find (const char *name)
{
  assert (name);
  for (const struct pa_shipped *shipped = pa_shipped; shipped->name; shipped++)
    if (strcmp (shipped->name, name) == 0)
      return shipped;
  return NULL;
}

/* Make VEC, which is empty, the COUNT elements at FROM. */
#define COPY(arena, vec, from, total)                                                    \
  do                                                                                     \
    {                                                                                    \
      vec_reserve ((arena), (vec), (total));                                             \
      if ((total) > 0)                                                                   \
        memcpy ((vec)->at, (from), (total) * sizeof *(vec)->at);                         \
      (vec)->count = (total);                                                            \
    }                                                                                    \
  while (0)

static void
copy_row (struct pa_automaton *to, const struct pa_row *from, struct arena *arena)
{
  assert (from->step_count > 0 && from->thread_count > 0);
  *to = (struct pa_automaton){ .name = from->name,
                               .numbered = from->numbered,
                               .number = from->number,
                               .title = from->title,
                               .text = from->text,
                               .span = from->span,
                               .together = 1 };
  COPY (arena, &to->parameters, from->parameters, from->parameter_count);
  COPY (arena, &to->threads, from->threads, from->thread_count);
  COPY (arena, &to->steps, from->steps, from->step_count);
  COPY (arena, &to->clauses, from->clauses, from->clause_count);
#ifdef EXPENSIVE_CHECKS
  pa_check (to);
#endif
}

bool
pa_read_shipped (struct pa *pa, const char *name)
{
  const struct pa_shipped *shipped = pa_shipped_find (name);
  assert (shipped && shipped->count > 0);
  assert (pa->arena.quota && !pa->diags.source && pa->set.automata.count == 0);
  pa->source
    = (struct source){ .path = shipped->name,
                       .text = arena_copy (&pa->arena, shipped->text, shipped->length),
                       .length = shipped->length };
  diags_init (&pa->diags, &pa->arena, &pa->source);
  pa->set.name = shipped->name;
  vec_reserve (&pa->arena, &pa->set.automata, shipped->count);
  for (uint32_t i = 0; i < shipped->count; i++)
    copy_row (vec_push (&pa->arena, &pa->set.automata), &shipped->rows[i], &pa->arena);
  LOG (1, "%s: %u automata", pa->set.name, (unsigned) pa->set.automata.count);
  return true;
}
