/* eager.c -- the other way to unroll: all processes together, one global step at a time.
 *
 * There is one shared state, and a scheduler says which process makes its next visible
 * step; the others wait where they are.  So the places where a process may be pile up
 * with the depth, which unrolling it apart avoids (unroll.h).  This is the reference that
 * the paper compares with.  Local steps need no scheduler: all make theirs at once.
 */
#include <config.h>

#include "engine/bmc/strategy.h"
#include "engine/symbolic/effect.h"

/* A process that is blocked at a step in an atomic block lets the others run. */
static void
let_go (struct unrolled *u, const struct effects *effects)
{
  struct aig *aig = &u->all->aig;
  if (aig_equal (u->midst, AIG_FALSE))
    return;
  for (uint32_t i = 0; i < effects->list.count; i++)
    {
      const struct effect *e = &effects->list.at[i];
      if (effect_waits (e))
        u->midst
          = aig_and (aig, u->midst,
                     aig_not (aig_and (aig, e->place.here, effect_is_blocked (u, e))));
    }
}

/* At most one process is scheduled.  A process in the midst of a block keeps all others
   from making a step. */
static void
schedule (struct bmc *bmc)
{
  struct aig *aig = &bmc->all.aig;
  aig_lit some = AIG_FALSE;
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    {
      struct unrolled *u = &bmc->all.processes.at[p];
      u->scheduled = aig_input (aig);
      bmc_require (bmc, some, aig_not (u->scheduled));
      some = aig_or (aig, some, u->scheduled);
      u->token = AIG_TRUE;
      for (uint32_t q = 0; q < bmc->all.processes.count; q++)
        if (q != p)
          u->token = aig_and (aig, u->token, aig_not (bmc->all.processes.at[q].midst));
    }
}

static void
find_races (struct bmc *bmc, const struct effects *effects, uint32_t p, uint32_t q)
{
  assert (p != q && bmc->all.processes.at[p].depth == bmc->all.processes.at[q].depth);
  const struct unrolled_accesses *x = &effects[p].poised, *y = &effects[q].poised;
  uint32_t depth = bmc->all.processes.at[p].depth;
  for (uint32_t i = 0; i < x->list.count; i++)
    for (uint32_t k = 0; k < y->list.count; k++)
      {
        const struct unrolled_access *a = &x->list.at[i], *b = &y->list.at[k];
        struct unrolled_hit_place own = { p, depth, a->rule };
        struct unrolled_hit_place other = { q, depth, b->rule };
        aig_lit race = unrolling_is_race (&bmc->all, a, b);
        if (!aig_equal (race, AIG_FALSE))
          *vec_push (bmc->all.arena, &bmc->all.hits)
            = (struct unrolled_hit){ .when = race,
                                     .race = true,
                                     .time = bits_constant (&bmc->all.aig, bmc->bits,
                                                            (int64_t) depth - 1),
                                     .place = a->writes ? own : other,
                                     .other = a->writes ? other : own };
      }
}

/* Go one step deeper: at most one process makes a visible step, all may make local ones.
   Returns the literal "some process does something". */
static aig_lit
deepen_all (struct bmc *bmc)
{
  assert (bmc->all.waits);
  struct aig *aig = &bmc->all.aig;
  uint32_t count = bmc->all.processes.count;
  struct effects *effects = arena_calloc (bmc->all.arena, count, sizeof *effects);
  if (count == 0)
    return AIG_FALSE;
  struct bits *before = bmc->all.processes.at[0].shared;
  struct bits *after = unrolling_copy_shared (&bmc->all, before);
  aig_lit active = AIG_FALSE;
  for (uint32_t p = 0; p < count; p++)
    {
      effects_find (&bmc->all.processes.at[p], &effects[p]);
      let_go (&bmc->all.processes.at[p], &effects[p]);
    }
  schedule (bmc);
  for (uint32_t p = 0; p < count; p++)
    {
      struct unrolled *u = &bmc->all.processes.at[p];
      u->shared = before;
      u->time = bits_constant (aig, bmc->bits, u->depth);
      effects_make (u, &effects[p], after);
      active = aig_or (aig, active, effects[p].made);
      active = aig_or (aig, active, next_places_idle (bmc, u));
      for (uint32_t i = 0; i < effects[p].list.count; i++)
        if (!effects[p].list.at[i].visible)
          active = aig_or (aig, active, effects[p].list.at[i].place.here);
      for (uint32_t q = 0; q < p; q++)
        if (unrolling_are_meant (&bmc->all, q, p))
          find_races (bmc, effects, q, p);
    }
  for (uint32_t p = 0; p < count; p++)
    {
      struct unrolled *u = &bmc->all.processes.at[p];
      next_places_move_on (bmc, u, &effects[p]);
      u->shared = after;
      u->depth++;
    }
  return active;
}

void
eager_deepen (struct bmc *bmc)
{
  bool is_first = bmc->all.processes.count == 0 || bmc->all.processes.at[0].depth == 0;
  /* Break a symmetry: after a step in which nobody acts, nobody acts again. */
  aig_lit earlier = is_first ? AIG_TRUE : bmc->active;
  bmc->active = deepen_all (bmc);
  bmc_require (bmc, bmc->active, earlier);
}

aig_lit
eager_is_deeper (struct bmc *bmc)
{
  assert (bmc->all.waits);
  return bmc->active;
}
