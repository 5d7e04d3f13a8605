/* deadlock.c -- see deadlock.h. */
#include <config.h>

#include "engine/bmc/deadlock.h"

#include <string.h>

#include "engine/bmc/coupling.h"

static uint32_t
lock_count (const struct deadlock *d)
{
  return d->bmc->all.question->lowering->pds.locks.count;
}

void
deadlock_init (struct deadlock *d, struct bmc *bmc, struct clauses *clauses, bool lazy)
{
  *d = (struct deadlock){
    .bmc = bmc, .clauses = clauses, .lazy = lazy, .set = { .all = &bmc->all }
  };
  if (bmc->all.question->goal != QUERY_DEADLOCK || !lazy)
    return;
  size_t waits = (size_t) bmc->all.processes.count * lock_count (d);
  d->set.waits = stuck_inputs (&bmc->all, waits);
  d->open = arena_alloc (bmc->all.arena, (waits + 1) * sizeof *d->open);
  memcpy (d->open, d->set.waits, waits * sizeof *d->open);
  struct bits *owners
    = arena_alloc (bmc->all.arena, (lock_count (d) + 1) * sizeof *owners);
  for (uint32_t l = 0; l < lock_count (d); l++)
    owners[l] = bits_input (&bmc->all.aig,
                            bmc->all.layout.width.at[bmc->all.layout.first_owner + l]);
  d->set.owners = owners;
  d->time = bits_input (&bmc->all.aig, bmc->bits);
  d->last = d->open_last = aig_input (&bmc->all.aig);
}

/* Let each literal set.waits imply a waiting place of this depth or of a greater one. */
static void
extend_waits (struct deadlock *d)
{
  assert (d->lazy && d->open);
  struct bmc *bmc = d->bmc;
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    for (uint32_t l = 0; l < lock_count (d); l++)
      {
        VEC (aig_lit) here = VEC_EMPTY;
        for (uint32_t i = 0; i < bmc->all.awaits.count; i++)
          if (bmc->all.awaits.at[i].place.process == p
              && bmc->all.awaits.at[i].lock.index == l)
            *vec_push (bmc->all.arena, &here) = bmc->all.awaits.at[i].when;
        coupling_require_some (bmc, d->clauses, &d->open[p * lock_count (d) + l], here.at,
                               here.count);
      }
}

/* Let `last' imply that a member of the circle came to its place with the token, at this
   depth or at a greater one, and that `owners' and `time' are those it has there. */
static void
extend_last (struct deadlock *d)
{
  assert (d->lazy && d->set.member);
  struct bmc *bmc = d->bmc;
  struct aig *aig = &bmc->all.aig;
  VEC (aig_lit) here = VEC_EMPTY;
  for (uint32_t i = 0; i < bmc->all.lasts.count; i++)
    {
      const struct unrolled_last *last = &bmc->all.lasts.at[i];
      aig_lit chosen = aig_input (aig);
      *vec_push (bmc->all.arena, &here) = chosen;
      bmc_require (bmc, chosen, aig_and (aig, last->when, d->set.member[last->process]));
      bmc_require (bmc, chosen, bits_equal (aig, d->time, last->time));
      for (uint32_t l = 0; l < lock_count (d); l++)
        bmc_require (bmc, chosen,
                     bits_equal (aig, d->set.owners[l],
                                 last->shared[bmc->all.layout.first_owner + l]));
    }
  coupling_require_some (bmc, d->clauses, &d->open_last, here.at, here.count);
}

aig_lit
deadlock_add (struct deadlock *d, const struct bits *before)
{
  struct bmc *bmc = d->bmc;
  aig_lit found;
  assert (d->lazy || before);
  if (bmc->all.question->goal != QUERY_DEADLOCK)
    return AIG_FALSE;
  if (d->lazy)
    {
      found = d->set.member ? AIG_FALSE
                            : aig_and (&bmc->all.aig, stuck_find (&d->set), d->last);
      extend_waits (d);
      extend_last (d);
      for (uint32_t i = 0; i < bmc->all.awaits.count; i++)
        *vec_push (bmc->all.arena, &d->set.awaits) = bmc->all.awaits.at[i];
    }
  else
    {
      stuck_see (&d->set, before);
      found = stuck_find (&d->set);
      d->time = bits_constant (&bmc->all.aig, bmc->bits,
                               (int64_t) bmc->all.processes.at[0].depth - 2);
    }
  bmc->all.awaits.count = bmc->all.lasts.count = 0;
  return found;
}

void
deadlock_close (struct deadlock *d)
{
  size_t waits
    = d->lazy && d->open ? (size_t) d->bmc->all.processes.count * lock_count (d) : 0;
  for (size_t i = 0; i < waits; i++)
    clauses_assume (d->clauses, aig_not (d->open[i]));
  if (waits)
    clauses_assume (d->clauses, aig_not (d->open_last));
}
