/* deadlock.c -- see deadlock.h. */
#include <config.h>

#include "engine/bmc/deadlock.h"

#include <string.h>

static uint32_t
lock_count (const struct deadlock *d)
{
  return d->bmc->all.question->lowering->pds.locks.count;
}

static aig_lit *
new_inputs (struct deadlock *d, size_t count)
{
  aig_lit *inputs = arena_alloc (d->bmc->all.arena, (count + 1) * sizeof *inputs);
  for (size_t i = 0; i < count; i++)
    inputs[i] = aig_input (&d->bmc->all.aig);
  return inputs;
}

void
deadlock_init (struct deadlock *d, struct bmc *bmc, struct clauses *clauses, bool lazy)
{
  *d = (struct deadlock){ .bmc = bmc, .clauses = clauses, .lazy = lazy };
  if (bmc->all.question->goal != GOAL_DEADLOCK || !lazy)
    return;
  size_t waits = (size_t) bmc->all.processes.count * lock_count (d);
  d->waits = new_inputs (d, waits);
  d->open = arena_alloc (bmc->all.arena, (waits + 1) * sizeof *d->open);
  memcpy (d->open, d->waits, waits * sizeof *d->open);
  struct bits *owners = arena_alloc (bmc->all.arena, (lock_count (d) + 1) * sizeof *owners);
  for (uint32_t l = 0; l < lock_count (d); l++)
    owners[l] = bits_input (&bmc->all.aig,
                            bmc->all.layout.width.at[bmc->all.layout.first_owner + l]);
  d->owners = owners;
  d->time = bits_input (&bmc->all.aig, bmc->bits);
  d->last = d->open_last = aig_input (&bmc->all.aig);
}

/* A member other than process number P, which could take it again, owns LOCK. */
static aig_lit
is_owned (struct deadlock *d, uint32_t lock, uint32_t p)
{
  assert (lock < lock_count (d));
  struct aig *aig = &d->bmc->all.aig;
  struct bits owner = d->owners[lock];
  aig_lit owned = AIG_FALSE;
  for (uint32_t m = 0; m < d->bmc->all.processes.count; m++)
    if (m != p)
      owned = aig_or (aig, owned,
                      aig_and (aig, d->member[m],
                               bits_equal (aig, owner,
                                           bits_constant (aig, owner.width,
                                                          (int64_t) m + 1))));
  return owned;
}

/* There is a set, by what processes wait for and who owns what. */
static aig_lit
find_set (struct deadlock *d)
{
  assert (d->waits && d->owners);
  struct bmc *bmc = d->bmc;
  struct aig *aig = &bmc->all.aig;
  uint32_t processes = bmc->all.processes.count, locks = lock_count (d);
  d->member = new_inputs (d, processes);
  aig_lit all = AIG_TRUE, some = AIG_FALSE;
  for (uint32_t p = 0; p < processes; p++)
    {
      aig_lit stuck = AIG_FALSE;
      for (uint32_t l = 0; l < locks; l++)
        stuck = aig_or (aig, stuck, aig_and (aig, d->waits[p * locks + l],
                                             is_owned (d, l, p)));
      all = aig_and (aig, all, aig_or (aig, aig_not (d->member[p]), stuck));
      some = aig_or (aig, some, d->member[p]);
    }
  return aig_and (aig, all, some);
}

/* CONDITION implies one of LITERALS, or, what is then *OPEN, something later. */
static void
require_one (struct deadlock *d, aig_lit *open, const aig_lit *literals, uint32_t count)
{
  struct bmc *bmc = d->bmc;
  VEC (aig_lit) clause = VEC_EMPTY;
  if (count == 0)
    return;
  *vec_push (bmc->all.arena, &clause) = aig_not (*open);
  for (uint32_t i = 0; i < count; i++)
    *vec_push (bmc->all.arena, &clause) = literals[i];
  *vec_push (bmc->all.arena, &clause) = *open = aig_input (&bmc->all.aig);
  clauses_require_one (d->clauses, clause.at, clause.count);
}

/* Processes wait where they were found to wait at this depth, or deeper. */
static void
extend_waits (struct deadlock *d)
{
  struct bmc *bmc = d->bmc;
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    for (uint32_t l = 0; l < lock_count (d); l++)
      {
        VEC (aig_lit) here = VEC_EMPTY;
        for (uint32_t i = 0; i < bmc->all.awaits.count; i++)
          if (bmc->all.awaits.at[i].place.process == p
              && bmc->all.awaits.at[i].lock.index == l)
            *vec_push (bmc->all.arena, &here) = bmc->all.awaits.at[i].when;
        require_one (d, &d->open[p * lock_count (d) + l], here.at, here.count);
      }
}

/* The last one, a member, came to one of the places of this depth, or comes deeper. */
static void
extend_last (struct deadlock *d)
{
  assert (d->lazy && d->member);
  struct bmc *bmc = d->bmc;
  struct aig *aig = &bmc->all.aig;
  VEC (aig_lit) here = VEC_EMPTY;
  for (uint32_t i = 0; i < bmc->all.lasts.count; i++)
    {
      const struct unrolled_last *last = &bmc->all.lasts.at[i];
      aig_lit chosen = aig_input (aig);
      *vec_push (bmc->all.arena, &here) = chosen;
      bmc_require (bmc, chosen,
                   aig_and (aig, last->when, d->member[last->process]));
      bmc_require (bmc, chosen, bits_equal (aig, d->time, last->time));
      for (uint32_t l = 0; l < lock_count (d); l++)
        bmc_require (bmc, chosen,
                     bits_equal (aig, d->owners[l],
                                 last->shared[bmc->all.layout.first_owner + l]));
    }
  require_one (d, &d->open_last, here.at, here.count);
}

/* Who waits at this depth, in one state. */
static void
set_waits (struct deadlock *d, const struct bits *before)
{
  assert (!d->lazy && before);
  struct bmc *bmc = d->bmc;
  uint32_t locks = lock_count (d);
  size_t count = (size_t) bmc->all.processes.count * locks;
  d->waits = arena_alloc (bmc->all.arena, (count + 1) * sizeof *d->waits);
  for (size_t i = 0; i < count; i++)
    d->waits[i] = AIG_FALSE;
  for (uint32_t i = 0; i < bmc->all.awaits.count; i++)
    {
      const struct unrolled_await *await = &bmc->all.awaits.at[i];
      aig_lit *at = &d->waits[await->place.process * locks + await->lock.index];
      *at = aig_or (&bmc->all.aig, *at, await->when);
    }
  d->owners = before + bmc->all.layout.first_owner;
  d->awaits.count = 0;
}

aig_lit
deadlock_add (struct deadlock *d, const struct bits *before)
{
  struct bmc *bmc = d->bmc;
  aig_lit found;
  if (bmc->all.question->goal != GOAL_DEADLOCK)
    return AIG_FALSE;
  if (d->lazy)
    {
      found = d->member ? AIG_FALSE : aig_and (&bmc->all.aig, find_set (d), d->last);
      extend_waits (d);
      extend_last (d);
    }
  else
    {
      set_waits (d, before);
      found = find_set (d);
      d->time = bits_constant (&bmc->all.aig, bmc->bits,
                               (int64_t) bmc->all.processes.at[0].depth - 2);
    }
  for (uint32_t i = 0; i < bmc->all.awaits.count; i++)
    *vec_push (bmc->all.arena, &d->awaits) = bmc->all.awaits.at[i];
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

/* ---- Telling. ---- */

/* Where member P waits for a lock that a member holds, and who that is. */
static uint32_t
find_wait (const struct deadlock *d, struct aig_values *values, uint32_t p,
           struct unrolled_hit_place *place, lock_id *lock)
{
  for (uint32_t i = 0; i < d->awaits.count; i++)
    {
      const struct unrolled_await *await = &d->awaits.at[i];
      if (await->place.process != p || !aig_value (values, await->when))
        continue;
      *place = await->place;
      *lock = await->lock;
      return (uint32_t) bits_value (values, bits_cut (d->owners[lock->index],
                                                     d->owners[lock->index].width))
             & (((uint32_t) 1 << d->owners[lock->index].width) - 1);
    }
  assert (false && "a member waits somewhere");
  return 0;
}

uint32_t
deadlock_tell (const struct deadlock *d, struct aig_values *values,
               struct unrolled_hit_place *places, lock_id *locks)
{
  assert (d->member && d->awaits.count > 0);
  uint32_t p = 0, count = 0, processes = d->bmc->all.processes.count;
  while (!aig_value (values, d->member[p]))
    p++;
  /* After as many steps as there are processes the walk is on a circle. */
  for (uint32_t i = 0; i < processes; i++)
    p = find_wait (d, values, p, &places[0], &locks[0]) - 1;
  uint32_t first = p;
  do
    {
      p = find_wait (d, values, p, &places[count], &locks[count]) - 1;
      count++;
    }
  while (p != first);
  return count;
}
