/* watching.h -- what an automaton watches of the actions of its threads.
 *
 * Most actions are of no interest to it: they loop in all its states.  The others are
 * steps in some state, or forbidden in some state, or among the steps that happen
 * together.  Computed once for each action and thread.
 */
#ifndef ENGINE_WATCHING_H
#define ENGINE_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/instance.h"

enum
{
  WATCHED_KNOWN = 1,
  WATCHED_STEP = 2,      /* in some state the action is a step */
  WATCHED_FORBIDDEN = 4, /* in some state it is forbidden to loop */
  WATCHED_MEETING = 8,   /* it is one of the steps that happen together */
};

struct watching
{
  const struct pds *pds;
  const struct pa_instance *instance;
  uint32_t threads;
  bool meets;      /* there are steps that happen together */
  idset all_locks; /* of the model, if it meets */
  uint8_t *known;  /* by thread, action */
};

/* All pointers are borrowed. */
void watching_init (struct watching *watching, const struct pds *pds,
                    const struct pa_instance *instance, struct arena *arena);

/* Compute what watching_of returns. */
unsigned watching_find (const struct watching *watching, thread_id thread,
                        pds_action action);

/* What is watched of ACTION of THREAD, in any state of the automaton. */
static inline unsigned
watching_of (const struct watching *watching, thread_id thread, pds_action action)
{
  assert (thread.index < watching->threads);
  assert (action.index < watching->pds->actions.count);
  uint8_t *known
    = &watching
         ->known[(size_t) thread.index * watching->pds->actions.count + action.index];
  if (*known == 0)
    *known = (uint8_t) watching_find (watching, thread, action);
  return *known;
}

#endif
