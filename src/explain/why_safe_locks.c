/* why_safe_locks.c -- locks that are enough for a query to be safe.
 *
 * A lock is dropped by making its operations skips.  Fewer locks allow more executions,
 * never fewer: what is safe with some locks is safe with more of them.  So a lock
 * without which the query was not safe while others were still kept is needed with
 * those that are kept in the end, too.
 *
 * Halves of the locks are dropped, then quarters and so on, so that few decisions do
 * where most locks have nothing to do with the query.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "explain/why_safe.h"

struct dropper
{
  const struct pds *pds;
  const struct query *query;
  struct decide_options options;
  struct why_safe_trial *trial;
  struct arena *work;
  uint32_t left; /* decisions */
  bool *kept;    /* by lock; the query is safe with these */
  bool *missed;  /* by lock: without it, and with all others, the query is not safe */
  bool least;    /* each kept lock that was tried is needed */
  bool all;      /* no lock was dropped yet */
};

/* The model in which only the locks of KEPT work. */
static struct pds
weaken (const struct dropper *d, const bool *kept)
{
  struct pds pds = *d->pds;
  size_t size = pds.actions.count * sizeof *pds.actions.at;
  assert (pds.actions.count > 0);
  pds.actions.at = arena_alloc (&d->trial->arena, size);
  memcpy (pds.actions.at, d->pds->actions.at, size);
  for (uint32_t a = 0; a < pds.actions.count; a++)
    {
      struct pds_action_info *action = &pds.actions.at[a];
      if (!pds_action_is_operation (action) || kept[pds_action_lock (action).index])
        continue;
      *action = (struct pds_action_info){ .op = PDS_SKIP,
                                          .object.nested = true,
                                          .sets = action->sets };
    }
  return pds;
}

static enum verdict_kind
decide_with (struct dropper *d, const bool *kept)
{
  struct why_safe_trial *trial = d->trial;
  assert (d->left > 0 && !trial->deciding);
  struct pds pds = weaken (d, kept);
  d->left--;
  decider_init (&trial->decider, &pds, &d->options, &trial->arena);
  trial->deciding = true;
  struct decision decision;
  decide_query (&trial->decider, d->query, NULL, &decision);
  trial->deciding = false;
  decider_clear (&trial->decider);
  arena_clear (&trial->arena);
  if (decision.kind == VERDICT_UNKNOWN)
    d->left = 0;
  return decision.kind;
}

/* Drop what can be dropped of the locks from BEGIN to END.  NEEDED: not all of them
   can.  True: all of them were dropped. */
static bool
drop (struct dropper *d, uint32_t begin, uint32_t end, bool needed)
{
  assert (begin < end && end <= d->pds->locks.count);
  if (d->left == 0)
    {
      d->least &= needed && end - begin == 1;
      return false;
    }
  if (!needed)
    {
      memset (&d->kept[begin], false, (end - begin) * sizeof *d->kept);
      enum verdict_kind kind = decide_with (d, d->kept);
      if (kind == VERDICT_SAFE)
        {
          d->all = false;
          return true;
        }
      for (uint32_t l = begin; l < end; l++)
        d->kept[l] = true;
      d->least &= kind == VERDICT_VIOLATION;
      if (kind == VERDICT_VIOLATION && end - begin == 1)
        d->missed[begin] = d->all;
    }
  if (end - begin == 1)
    return false;
  uint32_t middle = begin + (end - begin) / 2;
  bool dropped = drop (d, begin, middle, false);
  drop (d, middle, end, dropped);
  return false;
}

/* Which of the locks that are kept would be missed, whatever the others do?  Null: too
   many decisions. */
static bool *
find_missed (struct dropper *d, const struct why_safe_locks *locks)
{
  uint32_t count = d->pds->locks.count;
  bool *missed = arena_calloc (d->work, locks->list.count + (size_t) 1, sizeof *missed);
  for (uint32_t i = 0; i < locks->list.count; i++)
    {
      uint32_t lock = locks->list.at[i].index;
      missed[i] = d->missed[lock];
      if (missed[i])
        continue;
      if (d->left == 0)
        return NULL;
      bool *others = arena_alloc (d->work, count * sizeof *others);
      memset (others, true, count * sizeof *others);
      others[lock] = false;
      enum verdict_kind kind = decide_with (d, others);
      if (kind == VERDICT_UNKNOWN)
        return NULL;
      missed[i] = kind == VERDICT_VIOLATION;
    }
  return missed;
}

void
why_safe_drop_locks (struct why_safe_locks *locks, const struct pds *pds,
                     const struct query *query, const struct decide_options *options,
                     struct why_safe_trial *trial, struct arena *work)
{
  uint32_t count = pds->locks.count;
  assert (locks->list.count == 0 && !trial->deciding);
  struct dropper d = { .pds = pds,
                       .query = query,
                       .options = *options,
                       .trial = trial,
                       .work = work,
                       .left = WHY_SAFE_DECISIONS,
                       .least = true,
                       .all = true };
  d.options.witness = false;
  /* The locks are dropped from the multi-PDS only: not for engines that need flow graphs.
   */
  if (d.options.engine && !(d.options.engine->abilities & ENGINE_CAST))
    d.options.engine = NULL;
  if (d.options.timeout == 0 || d.options.timeout > WHY_SAFE_TIMEOUT)
    d.options.timeout = WHY_SAFE_TIMEOUT;
  d.kept = arena_alloc (work, (count + (size_t) 1) * sizeof *d.kept);
  d.missed = arena_calloc (work, count + (size_t) 1, sizeof *d.missed);
  memset (d.kept, true, (count + (size_t) 1) * sizeof *d.kept);
  if (count > 0)
    drop (&d, 0, count, false);
  for (uint32_t l = 0; l < count; l++)
    if (d.kept[l])
      *vec_push (work, &locks->list) = (lock_id){ l };
  locks->least = d.least;
  locks->missed = d.least ? find_missed (&d, locks) : NULL;
}
