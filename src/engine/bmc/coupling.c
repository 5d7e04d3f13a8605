/* coupling.c -- see coupling.h. */
#include <config.h>

#include "engine/bmc/coupling.h"

void
coupling_init (struct coupling *coupling, struct bmc *bmc, struct clauses *clauses)
{
  assert (bmc && clauses);
  *coupling = (struct coupling){ .bmc = bmc, .clauses = clauses };
}

void
coupling_take_over (struct coupling *coupling)
{
  struct bmc *bmc = coupling->bmc;
  struct arena *arena = bmc->all.arena;
  for (uint32_t i = 0; i < bmc->required.count; i++)
    clauses_require (coupling->clauses, bmc->required.at[i]);
  for (uint32_t i = 0; i < bmc->receivers.list.count; i++)
    *vec_push (arena, &coupling->receivers.list) = bmc->receivers.list.at[i];
  for (uint32_t i = 0; i < bmc->senders.list.count; i++)
    *vec_push (arena, &coupling->senders.list) = bmc->senders.list.at[i];
  bmc->required.count = bmc->receivers.list.count = bmc->senders.list.count = 0;
}

void
coupling_require (struct coupling *coupling, aig_lit condition, aig_lit then)
{
  aig_lit clause[2] = { aig_not (condition), then };
  clauses_require_one (coupling->clauses, clause, 2);
}

void
coupling_require_equal (struct coupling *coupling, aig_lit condition, struct bits a,
                        struct bits b)
{
  assert (a.width == b.width);
  for (uint32_t i = 0; i < a.width; i++)
    {
      aig_lit one[3] = { aig_not (condition), aig_not (a.at[i]), b.at[i] };
      aig_lit other[3] = { aig_not (condition), a.at[i], aig_not (b.at[i]) };
      clauses_require_one (coupling->clauses, one, 3);
      clauses_require_one (coupling->clauses, other, 3);
    }
}

void
coupling_require_state (struct coupling *coupling, aig_lit condition,
                        const struct bits *a, const struct bits *b)
{
  const struct bmc *bmc = coupling->bmc;
  for (uint32_t i = 0; i < bmc->all.layout.width.count; i++)
    if (bmc->changes[i])
      coupling_require_equal (coupling, condition, a[i], b[i]);
}

void
coupling_require_some (struct bmc *bmc, struct clauses *clauses, aig_lit *open,
                       const aig_lit *at, uint32_t count)
{
  VEC (aig_lit) clause = VEC_EMPTY;
  if (count == 0)
    return;
  *vec_push (bmc->all.arena, &clause) = aig_not (*open);
  for (uint32_t i = 0; i < count; i++)
    *vec_push (bmc->all.arena, &clause) = at[i];
  *open = aig_input (&bmc->all.aig);
  *vec_push (bmc->all.arena, &clause) = *open;
  clauses_require_one (clauses, clause.at, clause.count);
}

/* The sender has just made an access, and the receiver is about to make one.  They race
   if the second access could have come first, which it could unless it is an assume: that
   may have been blocked.  Then the race is found when the token is passed the other way
   round, since an assume changes nothing and so cannot prevent the write. */
aig_lit
coupling_find_races (struct coupling *coupling, aig_lit goes,
                     const struct unrolled_point *from, const struct unrolled_point *to)
{
  assert (from->process != to->process);
  struct bmc *bmc = coupling->bmc;
  aig_lit some = AIG_FALSE;
  if (!unrolling_are_meant (&bmc->all, from->process, to->process))
    return some;
  for (uint32_t i = 0; i < from->accesses.list.count; i++)
    for (uint32_t k = 0; k < to->accesses.list.count; k++)
      {
        const struct unrolled_access *a = &from->accesses.list.at[i],
                                     *b = &to->accesses.list.at[k];
        aig_lit race = AIG_FALSE;
        if (!b->tests)
          race = aig_and (&bmc->all.aig, unrolling_is_race (&bmc->all, a, b), goes);
        struct unrolled_hit_place made = { from->process, a->depth, a->rule };
        struct unrolled_hit_place poised = { to->process, b->depth, b->rule };
        if (!aig_equal (race, AIG_FALSE))
          *vec_push (bmc->all.arena, &bmc->all.hits)
            = (struct unrolled_hit){ .when = race,
                                     .time = from->time,
                                     .race = true,
                                     .place = a->writes ? made : poised,
                                     .other = a->writes ? poised : made,
                                     .ends = from->for_races };
        some = aig_or (&bmc->all.aig, some, race);
      }
  return some;
}

void
coupling_stop (struct coupling *coupling)
{
  for (uint32_t r = 0; r < coupling->receivers.list.count; r++)
    clauses_assume (coupling->clauses, aig_not (coupling->receivers.list.at[r].happens));
}
