/* locks_that_matter.c -- see locks_that_matter.h.
 *
 * The survey knows, for every body and action, which locks are held at some and
 * at all of its occurrences; so no rule of the program is read here, and the
 * cost is that of the locks that the participants use.
 */
#include <config.h>

#include "phaseauto/locks_that_matter.h"

#include <assert.h>

#include "base/log.h"
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

/* The locks that a participant acquires; if SHARED, those that two or more do. */
static idset
find_used (const struct collector *c, bool shared)
{
  idset once = IDSET_EMPTY, twice = IDSET_EMPTY;
  for (uint32_t p = 0; p < c->count; p++)
    {
      idset acquires = body_of (c, p)->acquires;
      twice = idset_union (c->idsets, twice, idset_common (c->idsets, once, acquires));
      once = idset_union (c->idsets, once, acquires);
    }
  return shared ? twice : once;
}

/* The locks held at some action that matters. */
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
                ? survey_find_action (body_of (c, p), watch->entries[i].action)
                : NULL;
          if (action)
            held = idset_union (c->idsets, held, action->held);
        }
    }
  return held;
}

/* The locks that threads await and hold (PA_AWAITS): a slice must show which are held. */
static idset
find_awaited (const struct collector *c)
{
  idset awaited = IDSET_EMPTY;
  for (uint32_t p = 0; p < c->count; p++)
    {
      lock_id lock = c->participants[p].watch->holding;
      if (!lock_equal (lock, LOCK_NONE))
        awaited = idset_add (c->idsets, awaited, lock.index);
    }
  return awaited;
}

/* The locks held at some acquisition of LOCK; if ALWAYS, those held at all. */
static idset
find_around (const struct collector *c, lock_id lock, bool always)
{
  idset around = IDSET_EMPTY;
  bool first = true;
  assert (lock.index < c->survey->pds->locks.count);
  for (uint32_t p = 0; p < c->count; p++)
    {
      const struct survey_action *action
        = survey_find_action (body_of (c, p), survey_acquire_of (c->survey, lock));
      if (!action)
        continue;
      if (!always)
        around = idset_union (c->idsets, around, action->held);
      else
        around
          = first ? action->common : idset_common (c->idsets, around, action->common);
      first = false;
    }
  return around;
}

/* The locks of START, the locks held around their acquisitions, and so on; only
   those in ALLOWED. */
static idset
close_over (const struct collector *c, idset start, idset allowed)
{
  VEC (lock_id) work = VEC_EMPTY;
  idset found = IDSET_EMPTY;
  idset fresh = idset_common (c->idsets, start, allowed);
  for (;;)
    {
      IDSET_EACH (l, c->idsets, fresh)
        if (!idset_has (c->idsets, found, l))
          {
            assert (idset_has (c->idsets, allowed, l));
            found = idset_add (c->idsets, found, l);
            *vec_push (c->arena, &work) = (lock_id){ l };
          }
      if (work.count == 0)
        return found;
      fresh = idset_common (c->idsets, find_around (c, work.at[--work.count], false),
                            allowed);
    }
}

/* KEPT without the locks that are only acquired while another of KEPT is held.
   Locks cannot guard each other in a circle, since one is acquired first. */
static idset
drop_guarded (const struct collector *c, idset kept)
{
  idset rest = kept;
  IDSET_EACH (l, c->idsets, kept)
    {
      idset around = find_around (c, (lock_id){ l }, true);
      assert (!idset_has (c->idsets, around, l));
      if (!idset_is_empty (idset_common (c->idsets, around, kept)))
        rest = idset_minus (c->idsets, rest, idset_add (c->idsets, IDSET_EMPTY, l));
    }
  assert (idset_is_empty (kept) || !idset_is_empty (rest));
  return rest;
}

idset
locks_that_matter (struct survey *survey, const struct participant *participants,
                   uint32_t count, uint32_t reductions, struct arena *arena)
{
  assert (!(reductions & ~REDUCTION_ALL));
  for (uint32_t p = 0; p < count; p++)
    {
      assert (participants[p].watch);
      assert (participants[p].body.index < survey->bodies);
    }
  struct collector c = { .survey = survey,
                         .idsets = survey->pds->idsets,
                         .participants = participants,
                         .count = count,
                         .arena = arena };
  idset kept = find_used (&c, reductions & REDUCTION_PRIVATE_LOCKS);
  LOG (2, "locks that the processes use%s: %u",
       reductions & REDUCTION_PRIVATE_LOCKS ? ", two of them at least" : "",
       (unsigned) idset_count (c.idsets, kept));
  if (reductions & REDUCTION_IDLE_LOCKS)
    kept = close_over (&c, find_at_actions (&c), kept);
  if (reductions & REDUCTION_GUARDED_LOCKS)
    kept = idset_union (c.idsets, drop_guarded (&c, kept),
                        idset_common (c.idsets, kept, find_awaited (&c)));
  for (uint32_t l = LOGS (2) ? idset_next (c.idsets, kept, 0) : UINT32_MAX;
       l != UINT32_MAX; l = idset_next (c.idsets, kept, l + 1))
    LOG (2, "lock %s matters", survey->pds->locks.at[l]);
  return kept;
}
