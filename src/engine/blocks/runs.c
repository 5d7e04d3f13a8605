/* runs.c -- see runs.h. */
#include <config.h>

#include "engine/blocks/runs.h"

#include "engine/blocks/forever.h"

struct telling
{
  struct block_relation *relation;
  VEC (struct found_step) steps;
  VEC (struct unrolled_hit_place) places;
  VEC (lock_id) locks;
};

/* Add the steps of process number P in a block that come before DEPTH; their order is
   that of the walk. */
static void
tell_steps (struct telling *t, uint32_t p, uint32_t depth, struct aig_values *values)
{
  const struct unrolled *u = &t->relation->all.processes.at[p];
  for (uint32_t i = 0; i < u->steps.count && u->steps.at[i].depth < depth; i++)
    if (aig_value (values, u->steps.at[i].when))
      *vec_push (t->relation->arena, &t->steps)
        = found_step_of (values, p, &u->steps.at[i]);
}

/* Add the steps of the block that is made at a moment. */
static void
tell_block (struct telling *t, struct aig_values *values)
{
  for (uint32_t p = 0; p < t->relation->all.processes.count; p++)
    if (aig_value (values, t->relation->processes[p].chosen))
      tell_steps (t, p, UINT32_MAX, values);
}

/* Add the steps of the last moment, up to what was found, and its places. */
static void
tell_end (struct telling *t, struct aig_values *values)
{
  struct block_relation *r = t->relation;
  if (r->question->goal == QUERY_DEADLOCK)
    {
      vec_reserve (r->arena, &t->places, r->all.processes.count);
      vec_reserve (r->arena, &t->locks, r->all.processes.count);
      t->places.count = t->locks.count
        = stuck_tell (&r->stuck, values, t->places.at, t->locks.at);
      return;
    }
  assert (aig_value (values, r->system.bad));
  if (r->question->goal == QUERY_STUCK)
    {
      assert (r->reductions & BLOCK_CERTAIN);
      vec_reserve (r->arena, &t->places, r->all.processes.count);
      t->places.count = forever_tell (r->forever, values, t->places.at);
      return;
    }
  uint32_t i = 0;
  while (i < r->all.hits.count && !aig_value (values, r->all.hits.at[i].when))
    i++;
  assert (i < r->all.hits.count);
  const struct unrolled_hit *hit = &r->all.hits.at[i];
  assert (hit->race == (r->question->goal == QUERY_RACE));
  *vec_push (r->arena, &t->places) = hit->place;
  if (hit->race)
    *vec_push (r->arena, &t->places) = hit->other;
  else
    tell_steps (t, hit->place.process, hit->place.depth, values);
}

struct found
runs_tell (struct block_relation *r, const struct counterexample *example)
{
  struct telling t = { .relation = r };
  assert (example->system == &r->system && example->inputs.count == example->length + 1);
  const int64_t *initial = NULL;
  for (uint32_t i = 0; i <= example->length; i++)
    {
      struct counterexample_moment moment;
      quota_work (r->arena->quota, r->all.aig.nodes.count);
      counterexample_at (example, i, &moment, r->arena);
      if (i == 0)
        initial = found_initial (&r->all, &moment.values, r->shared);
      if (i < example->length)
        tell_block (&t, &moment.values);
      else
        tell_end (&t, &moment.values);
    }
  for (uint32_t i = 0; i < t.places.count; i++)
    *vec_push (r->arena, &t.steps)
      = (struct found_step){ { t.places.at[i].process }, t.places.at[i].rule, true, 0 };
  return (struct found){ t.steps.at,  t.steps.count,  initial,
                         t.places.at, t.places.count, t.locks.at };
}
