/* watching.c -- see watching.h. */
#include <config.h>

#include "engine/steps/watching.h"

#include <assert.h>

void
watching_init (struct watching *watching, const struct pds *pds,
               const struct pa_instance *instance, struct arena *arena)
{
  const struct pa_automaton *automaton = instance->automaton;
  *watching = (struct watching){ .pds = pds,
                                 .instance = instance,
                                 .threads = automaton->threads.count,
                                 .meets = automaton->together > 1 };
  assert (watching->threads > 0);
  for (uint32_t l = 0; l < pds->locks.count && watching->meets; l++)
    watching->all_locks = idset_add (pds->idsets, watching->all_locks, l);
  watching->known = arena_calloc (arena, (size_t) watching->threads * pds->actions.count,
                                  sizeof *watching->known);
}

unsigned
watching_find (const struct watching *watching, thread_id thread, pds_action action)
{
  const struct pds_action_info *info = &watching->pds->actions.at[action.index];
  unsigned all = WATCHED_KNOWN;
  for (uint32_t x = 0; x < watching->instance->automaton->steps.count; x++)
    {
      struct pa_moves moves = pa_instance_moves (watching->instance, x, thread, info);
      all |= (moves.step ? WATCHED_STEP : 0) | (moves.loop ? 0 : WATCHED_FORBIDDEN);
    }
  if (watching->meets
      && pa_instance_poised (watching->instance, thread, info, watching->all_locks))
    all |= WATCHED_MEETING;
  return all;
}
