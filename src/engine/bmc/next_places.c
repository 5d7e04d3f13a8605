/* next_places.c -- see next_places.h. */
#include <config.h>

#include "engine/bmc/next_places.h"

#include "engine/bmc/paper/balance.h"
#include "engine/bmc/unroll.h"
#include "engine/symbolic/known.h"

/* Add the places of U to those that were ever reached. */
static void
note_reached (struct bmc *bmc, const struct unrolled *u)
{
  assert (u->all == &bmc->all);
  struct process_next_places *own = &bmc->next_places.by_process[u->number];
  for (uint32_t i = 0; i < u->places.count; i++)
    if (pairmap_number (&own->numbers, u->places.at[i].stack.index, 0)
        == own->reached.count)
      *vec_push (bmc->all.arena, &own->reached) = u->places.at[i].stack;
}

void
next_places_init (struct bmc *bmc, bool csr, bool contexts, bool balance)
{
  struct next_places *w = &bmc->next_places;
  const struct unrolling *all = &bmc->all;
  assert (!w->by_process
          && all->processes.count == all->question->lowering->pds.processes.count);
  const struct ir_projection *lowering = all->question->lowering;
  size_t symbols = pds_symbol_count (&lowering->pds) + (size_t) 1;
  *w = (struct next_places){ .csr = csr, .contexts = contexts };
  bmc->all.knows = csr;
  w->by_process
    = arena_calloc (all->arena, all->processes.count + (size_t) 1, sizeof *w->by_process);
  if (balance)
    w->idle = balance_find (lowering, all->arena);
  if (csr && contexts)
    return;
  unmatched_init (&w->unmatched, lowering, all->arena);
  for (uint32_t p = 0; p < all->processes.count; p++)
    {
      struct process_next_places *own = &w->by_process[p];
      pairmap_init (&own->numbers, all->arena);
      note_reached (bmc, &all->processes.at[p]);
      own->symbols = arena_calloc (all->arena, symbols, sizeof *own->symbols);
      own->others = arena_calloc (all->arena, symbols, sizeof *own->others);
      own->symbols[lowering->pds.processes.at[p].entry.index] = true;
    }
}

/* ---- The next depth. ---- */

/* The places of the next depth while they are computed. */
struct arrival
{
  struct bmc *bmc;
  struct unrolled *u;
  struct pairmap numbers; /* (stack, steps to idle) -> number */
  VEC (struct idle_place) idle;
  aig_lit midst;
  aig_lit goes_on; /* the process makes a step or waits: it has not failed */
};

/* Add PLACE, to which the process comes after LEFT idle steps.  It is then in the midst
   of a block if the place is inside of one and MIDST holds. */
static void
arrive (struct arrival *arrival, const struct unrolled_place *place, uint32_t left,
        aig_lit midst)
{
  struct unrolled *u = arrival->u;
  struct unrolling *all = u->all;
  assert (!stack_is_empty (place->stack));
  uint32_t *number = pairmap_at (&arrival->numbers, place->stack.index, left);
  if (*number == PAIRMAP_FREE)
    {
      struct unrolled_place fresh = { .stack = place->stack,
                                      .here = AIG_FALSE,
                                      .known = place->known,
                                      .before_commit = true };
      *number = left ? arrival->idle.count : u->places.count;
      if (left)
        *vec_push (all->arena, &arrival->idle) = (struct idle_place){ fresh, left };
      else
        *vec_push (all->arena, &u->places) = fresh;
    }
  struct unrolled_place *at
    = left ? &arrival->idle.at[*number].place : &u->places.at[*number];
  at->here = aig_or (&all->aig, at->here, place->here);
  at->known = known_meet (u, &at->known, &place->known);
  at->first |= place->first;
  at->before_commit &= place->before_commit;
  if (all->has_atomic
      && ir_is_atomic (all->question->lowering, stacks_top (&u->stacks, place->stack)))
    arrival->midst
      = aig_or (&all->aig, arrival->midst, aig_and (&all->aig, place->here, midst));
}

/* Without csr or contexts: add the places that the options do not exclude, with a literal
   that is false. */
static void
add_others (struct arrival *arrival)
{
  struct unrolled *u = arrival->u;
  struct unrolling *all = u->all;
  struct next_places *w = &arrival->bmc->next_places;
  struct process_next_places *own = &w->by_process[u->number];
  note_reached (arrival->bmc, u);
  assert (own->symbols && own->others && own->reached.count > 0);
  unmatched_follow (&w->unmatched, own->symbols, own->others);
  bool *next = own->others;
  own->others = own->symbols;
  own->symbols = next;
  for (uint32_t i = 0; i < own->reached.count; i++)
    {
      pds_stack stack = own->reached.at[i];
      pds_symbol top = stacks_top (&u->stacks, stack);
      if (*pairmap_at (&arrival->numbers, stack.index, 0) != PAIRMAP_FREE
          || (w->csr && !next[top.index]))
        continue;
      aig_lit never = aig_input (&all->aig);
      bmc_require (arrival->bmc, never, AIG_FALSE);
      *vec_push (all->arena, &u->places)
        = (struct unrolled_place){ .stack = stack, .here = never };
    }
}

void
next_places_move_on (struct bmc *bmc, struct unrolled *u, const struct effects *effects)
{
  struct next_places *w = &bmc->next_places;
  struct process_next_places *own = &w->by_process[u->number];
  struct arrival arrival
    = { .bmc = bmc, .u = u, .midst = AIG_FALSE, .goes_on = AIG_FALSE };
  assert (u->all == &bmc->all && w->by_process);
  pairmap_init (&arrival.numbers, bmc->all.arena);
  u->places.count = 0;
  for (uint32_t i = 0; i < effects->exits.count; i++)
    {
      const struct effect_exit *exit = &effects->exits.at[i];
      struct unrolled_place to = { .stack = exit->to,
                                   .here = exit->when,
                                   .known = exit->known,
                                   .first = exit->first,
                                   .before_commit = exit->before_commit };
      arrival.goes_on = aig_or (&bmc->all.aig, arrival.goes_on, exit->when);
      bool moves = exit->rule != EFFECT_STAYS;
      if (!stack_is_empty (exit->to) && !aig_equal (exit->when, AIG_FALSE))
        arrive (&arrival, &to, moves && w->idle ? w->idle[exit->rule] : 0,
                exit->begins ? AIG_TRUE : u->midst);
    }
  for (uint32_t i = 0; i < own->idle.count; i++)
    {
      const struct idle_place *idle = &own->idle.at[i];
      assert (idle->left > 0);
      arrival.goes_on = aig_or (&bmc->all.aig, arrival.goes_on, idle->place.here);
      arrive (&arrival, &idle->place, idle->left - 1, u->midst);
    }
  own->idle.count = 0;
  for (uint32_t i = 0; i < arrival.idle.count; i++)
    *vec_push (bmc->all.arena, &own->idle) = arrival.idle.at[i];
  if (!w->csr || !w->contexts)
    add_others (&arrival);
  /* A process that fails in the midst of a block stays there.  That matters if processes
     are unrolled together. */
  if (bmc->all.waits)
    arrival.midst = aig_or (&bmc->all.aig, arrival.midst,
                            aig_and (&bmc->all.aig, u->midst, aig_not (arrival.goes_on)));
  u->midst = arrival.midst;
}

bool
next_places_are_left (const struct bmc *bmc, const struct unrolled *u)
{
  assert (u->number < bmc->all.processes.count && bmc->next_places.by_process);
  return u->places.count > 0 || bmc->next_places.by_process[u->number].idle.count > 0;
}

aig_lit
next_places_idle (struct bmc *bmc, const struct unrolled *u)
{
  assert (u->all == &bmc->all);
  const struct process_next_places *own = &bmc->next_places.by_process[u->number];
  aig_lit idle = AIG_FALSE;
  for (uint32_t i = 0; i < own->idle.count; i++)
    idle = aig_or (&bmc->all.aig, idle, own->idle.at[i].place.here);
  return idle;
}

aig_lit
next_places_some (struct bmc *bmc, const struct unrolled *u)
{
  aig_lit some = next_places_idle (bmc, u);
  for (uint32_t i = 0; i < u->places.count; i++)
    some = aig_or (&bmc->all.aig, some, u->places.at[i].here);
  return some;
}
