/* properties.c -- see properties.h. */
#include <config.h>

#include "engine/blocks/properties.h"

#include "engine/blocks/forever.h"

void
properties_show (struct block_relation *r)
{
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    for (uint32_t i = 0; i < r->processes[p].places.list.count; i++)
      {
        struct place *place = &r->processes[p].places.list.at[i];
        assert (!place->shown);
        place->shown = effect_is_exposed (&r->all, &place->effect);
      }
}

/* Collect in POISED the accesses that process number P is about to make where it rests,
   if the place is shown; its steps are computed with TOKEN, but not made. */
static void
look (struct block_relation *r, uint32_t p, aig_lit token,
      struct unrolled_accesses *poised)
{
  struct relation_process *process = &r->processes[p];
  struct unrolled *u = block_relation_enter (r, p);
  uint32_t steps = u->steps.count;
  struct bits *ignored = unrolling_copy_shared (&r->all, r->shared);
  u->token = token;
  u->depth = 0;
  for (uint32_t n = NUMBER_FIRST; n < process->places.resting.count; n++)
    {
      const struct place *place = &process->places.list.at[process->places.resting.at[n]];
      struct effects effects;
      if (!place->shown)
        continue;
      assert (place->number == n);
      u->places.at[0]
        = (struct unrolled_place){ .stack = place->stack, .here = process->is_at[n] };
      effects_find (u, &effects);
      effects_make (u, &effects, ignored);
      for (uint32_t i = 0; i < effects.poised.list.count; i++)
        *vec_push (r->arena, &poised->list) = effects.poised.list.at[i];
      block_relation_enter (r, p); /* restores the values of the slots */
    }
  u->token = AIG_TRUE;
  u->steps.count = steps;
}

static void
add_race (struct block_relation *r, uint32_t p, const struct unrolled_access *a,
          uint32_t q, const struct unrolled_access *b)
{
  assert (p != q);
  struct unrolled_hit_place own = { p, 0, a->rule }, other = { q, 0, b->rule };
  aig_lit race = unrolling_is_race (&r->all, a, b);
  if (!aig_equal (race, AIG_FALSE))
    *vec_push (r->arena, &r->all.hits)
      = (struct unrolled_hit){ .when = race,
                               .race = true,
                               .time = bits_constant (&r->all.aig, 1, 0),
                               .place = a->writes ? own : other,
                               .other = a->writes ? other : own };
}

static void
find_races (struct block_relation *r)
{
  uint32_t processes = r->all.processes.count;
  struct unrolled_accesses *poised
    = arena_calloc (r->arena, processes + (size_t) 1, sizeof *poised);
  assert (r->question->goal == QUERY_RACE && r->all.hits.count == 0);
  /* In the midst of an atomic block no other process can make a step. */
  aig_lit token = r->midst.width ? bits_is_zero (&r->all.aig, r->midst) : AIG_TRUE;
  for (uint32_t p = 0; p < processes; p++)
    {
      look (r, p, token, &poised[p]);
      for (uint32_t q = 0; q < p; q++)
        if (unrolling_are_meant (&r->all, q, p))
          for (uint32_t i = 0; i < poised[p].list.count; i++)
            for (uint32_t k = 0; k < poised[q].list.count; k++)
              add_race (r, p, &poised[p].list.at[i], q, &poised[q].list.at[k]);
    }
}

static aig_lit
find_deadlock (struct block_relation *r)
{
  struct unrolled_accesses ignored = { VEC_EMPTY };
  r->all.awaits.count = 0;
  for (uint32_t p = 0; p < r->all.processes.count; p++)
    look (r, p, AIG_TRUE, &ignored);
  r->stuck = (struct stuck){ .all = &r->all };
  stuck_see (&r->stuck, r->shared);
  return stuck_find (&r->stuck);
}

static aig_lit
find_stuck (struct block_relation *r)
{
  r->forever = forever_see (r);
  return r->reductions & BLOCK_CERTAIN ? forever_is_certain (r->forever)
                                       : forever_is_possible (r->forever);
}

void
properties_make (struct block_relation *r)
{
  assert (r->system.next.count == r->system.state.count);
  r->system.bad = AIG_FALSE;
  if (r->question->goal == QUERY_RACE)
    find_races (r);
  if (r->question->goal == QUERY_DEADLOCK)
    r->system.bad = find_deadlock (r);
  if (r->question->goal == QUERY_STUCK)
    r->system.bad = find_stuck (r);
  for (uint32_t i = 0; i < r->all.hits.count; i++)
    r->system.bad = aig_or (&r->all.aig, r->system.bad, r->all.hits.at[i].when);
}
