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

/* Does BODY keep LOCK from any access ACCESS to any access THEN in one unit? */
static bool
keeps (const struct search *s, body_id body, uint32_t access, uint32_t then, lock_id lock)
{
  struct units *units = s->units;
  for (uint32_t a = units->first_class[access]; a < units->first_class[access + 1]; a++)
    for (uint32_t b = units->first_class[then]; b < units->first_class[then + 1]; b++)
      if (!units_keep (units, body, a, b, lock, s->scratch))
        return false;
  return true;
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
          if (keeps (s, thread->participant->body, access_at (s, thread->role, i),
                     access_at (s, thread->role, j), (lock_id){ l }))
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
  for (thread_id t = { 0 }; t.index < count && units->words; t.index++)
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

/* ---- By classes. ---- */

/* The most choices that are tried for one question. */
#define CHOICES 4096
#define NONE UINT32_MAX

/* A step that is an access. */
struct step
{
  uint32_t thread;
  uint32_t access; /* NONE: the step is no access */
  uint32_t before; /* its thread's step before it, in the same unit; or NONE */
  uint32_t class;  /* the class that is tried */
};

struct choosing
{
  const struct search *search;
  struct step *steps;
  uint32_t count;
  uint32_t tried;
};

/* The steps of the threads, in the order of the automaton. */
static void
list_steps (const struct search *s, struct step *steps, uint32_t count)
{
  for (uint32_t x = 0; x < count; x++)
    steps[x] = (struct step){ NONE, NONE, NONE, NONE };
  for (uint32_t t = 0; t < s->count; t++)
    {
      const struct pa_role *role = s->threads[t].role;
      uint32_t before = NONE;
      assert (role->step_count == count);
      for (uint32_t x = 0; x < count; x++)
        {
          if (!role->keeps_unit[x])
            before = NONE;
          if (!role->steps[x].own)
            continue;
          bool access = pa_kind_is_access (role->steps[x].kind);
          assert (steps[x].thread == NONE);
          steps[x].thread = t;
          steps[x].access = access ? access_at (s, role, x) : NONE;
          steps[x].before = access ? before : NONE;
          before = access && role->steps[x].in_unit ? x : NONE;
        }
    }
}

/* Do the classes up to step X fit the locks held since the thread's step before? */
static bool
fits (const struct choosing *c, uint32_t x)
{
  struct units *units = c->search->units;
  const struct idsets *idsets = units->survey->pds->idsets;
  const struct step *step = &c->steps[x];
  body_id body = c->search->threads[step->thread].participant->body;
  if (!units_have (units, body, step->class))
    return false;
  if (step->before == NONE)
    return true;
  uint32_t first = c->steps[step->before].class;
  assert (step->before < x && first != NONE);
  if (!units_follow (units, body, first, step->class))
    return false;
  for (uint32_t k = step->before + 1; k < x; k++)
    {
      if (c->steps[k].class == NONE || c->steps[k].thread == step->thread)
        continue;
      idset held = units->held[c->steps[k].class];
      IDSET_EACH (l, idsets, units->held[first])
        if (idset_has (idsets, held, l)
            && units_keep (units, body, first, step->class, (lock_id){ l },
                           c->search->scratch))
          return false;
    }
  return true;
}

/* Can classes be chosen for the steps from X on? */
static bool
choose_from (struct choosing *c, uint32_t x)
{
  const uint32_t *first = c->search->units->first_class;
  if (x == c->count || c->tried > CHOICES)
    return true;
  struct step *step = &c->steps[x];
  if (step->access == NONE)
    return choose_from (c, x + 1);
  for (step->class = first[step->access]; step->class < first[step->access + 1];
       step->class ++, c->tried++)
    if (fits (c, x) && choose_from (c, x + 1))
      return true;
  step->class = NONE;
  return false;
}

bool
common_locks_exclude (struct units *units, const struct common_thread *threads,
                      uint32_t count, const field_id *fields, struct arena *scratch)
{
  const struct search s = { units, threads, count, fields, scratch, NULL };
  assert (count > 0 && units->survey);
  if (!units->words)
    return false;
  struct choosing c = { .search = &s, .count = threads[0].role->step_count };
  c.steps = arena_alloc (scratch, c.count * sizeof *c.steps);
  list_steps (&s, c.steps, c.count);
  return !choose_from (&c, 0);
}
