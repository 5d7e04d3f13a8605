/* tell_invariant.c -- see tell_invariant.h. */
#include <config.h>

#include "engine/ic3/tell_invariant.h"

/* The places where process number P rests, by their numbers. */
static struct invariant_places
tell_places (const struct block_relation *r, uint32_t p, struct arena *arena)
{
  assert (p < r->all.processes.count);
  const struct places *places = &r->processes[p].places;
  uint32_t count = places->resting.count;
  pds_stack *at = arena_alloc (arena, count * sizeof *at);
  assert (count >= NUMBER_FIRST);
  at[NUMBER_END] = at[NUMBER_WRONG] = PDS_EMPTY_STACK;
  for (uint32_t n = NUMBER_FIRST; n < count; n++)
    at[n] = places->list.at[places->resting.at[n]].stack;
  return (struct invariant_places){ .stacks = &r->all.processes.at[p].stacks, .at = at,
                                    .count = count, .wrong = NUMBER_WRONG };
}

/* The clause that excludes CUBE. */
static struct invariant_clause
tell_clause (const struct cube *cube, struct arena *arena)
{
  assert (cube_is_sorted (cube));
  struct invariant_literal *literals
    = arena_alloc (arena, (cube->count + (size_t) 1) * sizeof *literals);
  for (uint32_t i = 0; i < cube->count; i++)
    literals[i] = (struct invariant_literal){ state_lit_bit (cube->at[i]),
                                              !state_lit_value (cube->at[i]) };
  return (struct invariant_clause){ literals, cube->count };
}

const struct invariant *
tell_invariant (const struct block_relation *r, const struct pdr *pdr,
                struct arena *arena)
{
  uint32_t processes = r->all.processes.count;
  struct invariant *invariant = arena_alloc (arena, sizeof *invariant);
  struct invariant_places *places
    = arena_alloc (arena, (processes + (size_t) 1) * sizeof *places);
  struct invariant_clause *clauses
    = arena_alloc (arena, (pdr->invariant.count + (size_t) 1) * sizeof *clauses);
  assert (block_relation_is_plain (r) && pdr->system == &r->system);
  for (uint32_t p = 0; p < processes; p++)
    places[p] = tell_places (r, p, arena);
  for (uint32_t i = 0; i < pdr->invariant.count; i++)
    clauses[i] = tell_clause (&pdr->invariant.at[i], arena);
  *invariant = (struct invariant){ .bits = r->bits.at, .bit_count = r->bits.count,
                                   .places = places, .clauses = clauses,
                                   .clause_count = pdr->invariant.count };
  return invariant;
}
