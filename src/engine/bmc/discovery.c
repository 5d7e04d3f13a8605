/* discovery.c -- what was found: from a model of the clauses to the run that leads to a
   hit, or into a deadlock. */
#include <config.h>

#include <stdlib.h>

#include "base/log.h"
#include "engine/bmc/searching.h"

/* ---- The run. ---- */

/* A step that is made, and when. */
struct made
{
  int64_t time;
  uint32_t process, depth, step;
};

struct bmc_made_list
{
  VEC (struct made) list;
};

/* The hit of that model of the clauses, and the run that leads to it. */
struct discovery
{
  VEC (struct unrolled_hit_place) places;
  VEC (lock_id) locks;
  VEC (struct found_step) run;
  int64_t time;
};

static int
compare_made (const void *a, const void *b)
{
  const struct made *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/* Does PROCESS take part in the hit?  Then *DEPTH is the depth at which: the run needs
   its steps up to there. */
static bool
is_in_hit (const struct discovery *found, uint32_t process, uint32_t *depth)
{
  for (uint32_t i = 0; i < found->places.count; i++)
    if (found->places.at[i].process == process)
      {
        *depth = found->places.at[i].depth;
        return true;
      }
  return false;
}

/* Add to ALL the steps of process number P that the run needs: all up to the time of the
   hit, a local step at the time of the visible one before it.  Local steps after the last
   visible one are left out, except where they lead to the hit itself, or, inside of an
   atomic block, to a step that is blocked or to the end of the block. */
static void
meeting_interleave_steps (const struct discovery *found, const struct bmc *bmc,
                          uint32_t p, struct aig_values *values,
                          struct bmc_made_list *all)
{
  assert (p < bmc->all.processes.count);
  const struct unrolled *u = &bmc->all.processes.at[p];
  int64_t time = -1;
  uint32_t most = 0, kept = all->list.count;
  bool is_in = is_in_hit (found, p, &most);
  for (uint32_t i = 0; i < u->steps.count; i++)
    {
      const struct unrolled_step *step = &u->steps.at[i];
      if (!aig_value (values, step->when) || (is_in && step->depth >= most))
        continue;
      if (step->visible)
        time = bits_value (values, step->time);
      if (time > found->time)
        break;
      *vec_push (bmc->all.arena, &all->list) = (struct made){ time, p, step->depth, i };
      if (step->visible || is_in || step->inside)
        kept = all->list.count;
    }
  all->list.count = kept;
}

/* found->run: the steps of all processes in the order of their times, then the hit. */
static void
tell_run (struct discovery *found, struct bmc *bmc, struct aig_values *values)
{
  struct arena *arena = bmc->all.arena;
  struct bmc_made_list all = { VEC_EMPTY };
  assert (found->places.count > 0 && found->run.count == 0);
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    meeting_interleave_steps (found, bmc, p, values, &all);
  if (all.list.count)
    qsort (all.list.at, all.list.count, sizeof *all.list.at, compare_made);
  for (uint32_t i = 0; i < all.list.count; i++)
    {
      const struct made *made = &all.list.at[i];
      const struct unrolled_step *step
        = &bmc->all.processes.at[made->process].steps.at[made->step];
      *vec_push (arena, &found->run) = found_step_of (values, made->process, step);
    }
  for (uint32_t i = 0; i < found->places.count; i++)
    *vec_push (arena, &found->run) = (struct found_step){
      { found->places.at[i].process }, found->places.at[i].rule, true, 0
    };
}

/* ---- The hit. ---- */

/* The earliest hit that is true in VALUES.  A later one may not be real: passing the
   token in the midst of a block may show a race, and no execution follows it. */
static const struct unrolled_hit *
find_hit (struct bounded *b, struct aig_values *values)
{
  const struct unrolled_hit *hit = NULL;
  for (uint32_t i = 0; i < b->bmc.all.hits.count; i++)
    {
      const struct unrolled_hit *h = &b->bmc.all.hits.at[i];
      if (aig_value (values, h->when)
          && !(b->search->all_races && race_pairs_know (&b->pairs, h))
          && (!hit || bits_value (values, h->time) < bits_value (values, hit->time)))
        hit = h;
    }
  assert (hit);
  return hit;
}

/* Fill in FOUND but for the run: the places of the hit, the locks, the time. */
static void
discover (struct bounded *b, struct aig_values *values, struct discovery *found)
{
  assert (found->places.count == 0 && found->locks.count == 0);
  struct bmc *bmc = &b->bmc;
  struct arena *arena = bmc->all.arena;
  if (bmc->all.question->goal == QUERY_DEADLOCK)
    {
      vec_reserve (arena, &found->places, bmc->all.processes.count);
      vec_reserve (arena, &found->locks, bmc->all.processes.count);
      found->places.count = found->locks.count
        = stuck_tell (&b->deadlock.set, values, found->places.at, found->locks.at);
      found->time = bits_value (values, b->deadlock.time);
      return;
    }
  const struct unrolled_hit *hit = find_hit (b, values);
  *vec_push (arena, &found->places) = hit->place;
  if (hit->race)
    *vec_push (arena, &found->places) = hit->other;
  found->time = bits_value (values, hit->time);
  if (b->search->all_races)
    race_pairs_add (&b->pairs, hit);
}

void
discovery_tell (struct bounded *b)
{
  struct arena *arena = b->search->arena;
  struct discovery found = { .time = 0 };
  struct aig_values values;
  clauses_values (&b->clauses, &values, arena);
  discover (b, &values, &found);
  assert (found.places.count > 0 && found.time >= -1);
  tell_run (&found, &b->bmc, &values);
  /* The whole run is computed first, which may unwind: `found' holds complete runs only.
   */
  const struct found whole = {
    found.run.at,    found.run.count,    found_initial (&b->bmc.all, &values, b->start),
    found.places.at, found.places.count, found.locks.at
  };
  *vec_push (arena, &b->search->found) = whole;
  b->latest = b->search->depth;
  LOG (1, "number %u is found at depth %u", (unsigned) b->search->found.count,
       (unsigned) b->latest);
}
