/* common.c -- see common.h. */
#include <config.h>

#include "phaseauto/common.h"

#include <assert.h>

/* Locks that are tried for one pair of steps: each may cost a pass over the
   model, once. */
#define TRIES 2

/* Locks that THREAD holds wherever it can make its step from STATE. */
static idset
held_at_step (const struct units *units, const struct common_thread *thread,
              uint32_t state)
{
  const struct survey *survey = units->survey;
  struct idsets *idsets = survey->pds->idsets;
  const struct watch *watch = thread->participant->watch;
  idset held = IDSET_EMPTY;
  bool first = true;
  for (uint32_t i = 0; i < watch->count; i++)
    {
      if (!(watch->entries[i].class.step >> state & 1))
        continue;
      const struct survey_action *action
        = survey_find_action (&survey->body[thread->participant->body.index],
                              watch->entries[i].action);
      if (!action)
        continue;
      held = first ? action->common
                   : idset_minus (idsets, held, idset_minus (idsets, held, action->common));
      first = false;
    }
  return held;
}

static uint32_t
access_at (const struct common_thread *thread, uint32_t state)
{
  const struct pa_role_step *step = &thread->role->steps[state];
  return units_access (thread->fields[step->parameter.index], step->kind == PA_WRITES);
}

/* Is LOCK kept by THREAD from its step in state I to that in J, and needed by
   some other thread for a step in between? */
static bool
excludes (struct units *units, const struct common_thread *threads, uint32_t count,
          thread_id thread, uint32_t i, uint32_t j, struct arena *scratch)
{
  struct idsets *idsets = units->survey->pds->idsets;
  const struct common_thread *keeper = &threads[thread.index];
  idset kept = held_at_step (units, keeper, i);
  if (idset_is_empty (kept))
    return false;
  uint32_t tries = 0;
  for (uint32_t k = i + 1; k < j; k++)
    for (uint32_t t = 0; t < count; t++)
      {
        if (t == thread.index || !threads[t].role->steps[k].own)
          continue;
        idset needed = held_at_step (units, &threads[t], k);
        idset both = idset_minus (idsets, kept, idset_minus (idsets, kept, needed));
        for (uint32_t l = idset_next (idsets, both, 0); l != UINT32_MAX && tries < TRIES;
             l = idset_next (idsets, both, l + 1), tries++)
          if (units_keep (units, keeper->participant->body, access_at (keeper, i),
                          access_at (keeper, j), (lock_id){ l }, scratch))
            return true;
      }
  return false;
}

static bool
is_access (const struct pa_role_step *step)
{
  return step->own && (step->kind == PA_READS || step->kind == PA_WRITES);
}

bool
common_lock_exists (struct units *units, const struct common_thread *threads,
                    uint32_t count, struct arena *scratch)
{
  for (thread_id t = { 0 }; t.index < count; t.index++)
    {
      const struct pa_role *role = threads[t.index].role;
      /* Own step I, and J, the next one, if the unit goes on in between. */
      uint32_t i = UINT32_MAX;
      for (uint32_t j = 0; j < role->step_count; j++)
        {
          if (!role->keeps_unit[j])
            i = UINT32_MAX;
          if (!role->steps[j].own)
            continue;
          if (i != UINT32_MAX && is_access (&role->steps[j])
              && excludes (units, threads, count, t, i, j, scratch))
            return true;
          i = is_access (&role->steps[j]) && role->steps[j].in_unit ? j : UINT32_MAX;
        }
    }
  return false;
}
