/* common_locks.c -- see common_locks.h. */
#include <config.h>

#include "phaseauto/common_locks.h"

#include <assert.h>

#include "base/log.h"

/* At most this number of locks is tried for one pair of steps: each may cost a
   pass over the model, once. */
#define TRIES 2

struct search
{
  struct units *units;
  const struct common_thread *threads;
  uint32_t count;
  const field_id *fields; /* by parameter */
  struct arena *scratch;
  struct common_lock *found; /* or null */
};

/* Locks that THREAD holds wherever it can make its step from STATE. */
static idset
held_at_step (const struct search *s, const struct common_thread *thread, uint32_t state)
{
  const struct survey *survey = s->units->survey;
  const struct watch *watch = thread->participant->watch;
  idset held = IDSET_EMPTY;
  bool first = true;
  assert (thread->role->steps[state].own);
  for (uint32_t i = 0; i < watch->count; i++)
    {
      if (!(watch->entries[i].class.step >> state & 1))
        continue;
      const struct survey_action *action = survey_find_action (
        &survey->body[thread->participant->body.index], watch->entries[i].action);
      if (!action)
        continue;
      held = first ? action->common
                   : idset_common (survey->pds->idsets, held, action->common);
      first = false;
    }
  return held;
}

static uint32_t
access_at (const struct search *s, const struct pa_role *role, uint32_t state)
{
  const struct pa_role_step *step = &role->steps[state];
  assert (step->own && pa_kind_is_access (step->kind));
  return units_access (s->fields[step->parameter.index], step->kind == PA_WRITES);
}

/* Is there a lock that thread KEEPER keeps from its step in state I to its step in
   state J, and that another thread needs for a step in between? */
static bool
excludes (const struct search *s, thread_id keeper, uint32_t i, uint32_t j)
{
  struct idsets *idsets = s->units->survey->pds->idsets;
  const struct common_thread *thread = &s->threads[keeper.index];
  assert (i < j);
  idset kept = held_at_step (s, thread, i);
  if (idset_is_empty (kept))
    return false;
  uint32_t tries = 0;
  for (uint32_t k = i + 1; k < j; k++)
    for (uint32_t t = 0; t < s->count; t++)
      {
        if (!s->threads[t].role->steps[k].own)
          continue;
        assert (t != keeper.index);
        idset both = idset_common (idsets, kept, held_at_step (s, &s->threads[t], k));
        for (uint32_t l = idset_next (idsets, both, 0); l != UINT32_MAX && tries < TRIES;
             l = idset_next (idsets, both, l + 1), tries++)
          if (units_keep (s->units, thread->participant->body,
                          access_at (s, thread->role, i), access_at (s, thread->role, j),
                          (lock_id){ l }, s->scratch))
            {
              LOG (2,
                   "lock %s: thread %u keeps it from step %u to step %u, and thread "
                   "%u needs it for step %u in between",
                   s->units->survey->pds->locks.at[l], (unsigned) keeper.index + 1,
                   (unsigned) i + 1, (unsigned) j + 1, (unsigned) t + 1,
                   (unsigned) k + 1);
              if (s->found)
                *s->found = (struct common_lock){ { l }, keeper, { t }, i, k, j };
              return true;
            }
      }
  return false;
}

bool
common_lock_exists (struct units *units, const struct common_thread *threads,
                    uint32_t count, const field_id *fields, struct arena *scratch,
                    struct common_lock *found)
{
  const struct search s = { units, threads, count, fields, scratch, found };
  assert (units->survey);
  for (thread_id t = { 0 }; t.index < count; t.index++)
    {
      const struct pa_role *role = threads[t.index].role;
      assert (role->step_count == threads[0].role->step_count);
      assert (role->step_count == threads[t.index].participant->watch->steps);
      /* Own accesses I and J, one after the other, in one unit. */
      uint32_t i = UINT32_MAX;
      for (uint32_t j = 0; j < role->step_count; j++)
        {
          const struct pa_role_step *step = &role->steps[j];
          if (!role->keeps_unit[j])
            i = UINT32_MAX;
          if (!step->own)
            continue;
          assert (step->kind != PA_ACCESSES);
          bool access = pa_kind_is_access (step->kind);
          if (i != UINT32_MAX && access && excludes (&s, t, i, j))
            return true;
          i = access && step->in_unit ? j : UINT32_MAX;
        }
    }
  return false;
}
