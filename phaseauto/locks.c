/* locks.c -- see locks.h.
 *
 * The survey knows, for every body and action, which locks are held at some and
 * at all of its occurrences; so nothing here looks at the program, and the cost
 * is that of the locks that the participants use.
 */
#include <config.h>

#include "phaseauto/locks.h"

#include <assert.h>

#include "phaseauto/reduction.h"

struct collector
{
  struct survey *survey;
  struct idsets *idsets;
  const struct participant *participants;
  uint32_t count;
  struct arena *arena;
};

static const struct survey_body *
body_of (const struct collector *c, uint32_t p)
{
  return survey_reach (c->survey, c->participants[p].body, c->participants[p].entry);
}

static idset
intersection (struct idsets *idsets, idset a, idset b)
{
  return idset_minus (idsets, a, idset_minus (idsets, a, b));
}

/* The locks that are used, or, without the private ones, by two at least. */
static idset
find_used (const struct collector *c, bool shared)
{
  idset once = IDSET_EMPTY, twice = IDSET_EMPTY;
  for (uint32_t p = 0; p < c->count; p++)
    {
      idset acquires = body_of (c, p)->acquires;
      twice = idset_union (c->idsets, twice, intersection (c->idsets, once, acquires));
      once = idset_union (c->idsets, once, acquires);
    }
  return shared ? twice : once;
}

/* The locks held at actions that matter. */
static idset
find_at_actions (const struct collector *c)
{
  idset held = IDSET_EMPTY;
  for (uint32_t p = 0; p < c->count; p++)
    {
      const struct watch *watch = c->participants[p].watch;
      for (uint32_t i = 0; i < watch->count; i++)
        {
          const struct survey_action *action
            = watch->entries[i].matters
                ? survey_find_action (body_of (c, p), watch->entries[i].action) : NULL;
          if (action)
            held = idset_union (c->idsets, held, action->held);
        }
    }
  return held;
}

/* Locks held at some acquisition of LOCK, or at all of them. */
static idset
find_around (const struct collector *c, lock_id lock, bool always)
{
  idset around = IDSET_EMPTY;
  bool first = true;
  for (uint32_t p = 0; p < c->count; p++)
    {
      const struct survey_action *action
        = survey_find_action (body_of (c, p), survey_acquire_of (c->survey, lock));
      if (!action)
        continue;
      if (!always)
        around = idset_union (c->idsets, around, action->held);
      else
        around = first ? action->common
                       : intersection (c->idsets, around, action->common);
      first = false;
    }
  return around;
}

/* Everything reachable from START along `around', inside ALLOWED. */
static idset
close_over (const struct collector *c, idset start, idset allowed)
{
  VEC (lock_id) work = VEC_EMPTY;
  idset found = IDSET_EMPTY;
  idset fresh = intersection (c->idsets, start, allowed);
  for (;;)
    {
      for (uint32_t l = idset_next (c->idsets, fresh, 0); l != UINT32_MAX;
           l = idset_next (c->idsets, fresh, l + 1))
        if (!idset_has (c->idsets, found, l))
          {
            found = idset_add (c->idsets, found, l);
            *vec_push (c->arena, &work) = (lock_id){ l };
          }
      if (work.count == 0)
        return found;
      fresh = intersection (c->idsets, find_around (c, work.at[--work.count], false),
                            allowed);
    }
}

/* KEPT without the locks that are only acquired while another of them is held. */
static idset
drop_guarded (const struct collector *c, idset kept)
{
  idset rest = kept;
  for (uint32_t l = idset_next (c->idsets, kept, 0); l != UINT32_MAX;
       l = idset_next (c->idsets, kept, l + 1))
    {
      idset guards = intersection (c->idsets, find_around (c, (lock_id){ l }, true), kept);
      if (!idset_is_empty (guards))
        rest = idset_minus (c->idsets, rest, idset_add (c->idsets, IDSET_EMPTY, l));
    }
  return rest;
}

idset
locks_that_matter (struct survey *survey, const struct participant *participants,
                   uint32_t count, uint32_t reductions, struct arena *arena)
{
  struct collector c = { .survey = survey, .idsets = survey->pds->idsets,
                         .participants = participants, .count = count, .arena = arena };
  idset kept = find_used (&c, reductions & REDUCTION_PRIVATE_LOCKS);
  if (reductions & REDUCTION_IDLE_LOCKS)
    kept = close_over (&c, find_at_actions (&c), kept);
  if (reductions & REDUCTION_GUARDED_LOCKS)
    kept = drop_guarded (&c, kept);
  return kept;
}
