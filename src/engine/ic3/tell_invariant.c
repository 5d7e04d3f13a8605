/* tell_invariant.c -- see tell_invariant.h. */
#include <config.h>

#include "engine/ic3/tell_invariant.h"

/* The places, by their numbers, where process number P rests. */
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
  return (struct invariant_places){ .stacks = &r->all.processes.at[p].stacks,
                                    .at = at,
                                    .count = count,
                                    .wrong = NUMBER_WRONG };
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

/* Describe all bits: those of the state, then those that never change. */
static struct invariant_bit *
tell_bits (const struct block_relation *r, struct arena *arena)
{
  uint32_t count = r->bits.count, constants = r->constants.count;
  struct invariant_bit *bits
    = arena_alloc (arena, ((size_t) count + constants + 1) * sizeof *bits);
  assert (count == r->system.state.count);
  for (uint32_t i = 0; i < count; i++)
    bits[i] = r->bits.at[i];
  for (uint32_t i = 0; i < constants; i++)
    bits[count + i] = r->constants.at[i].what;
  return bits;
}

/* The clause that gives constant number I of the relation its value. */
static struct invariant_clause
tell_constant (const struct block_relation *r, uint32_t i, struct arena *arena)
{
  assert (i < r->constants.count);
  struct invariant_literal *literal = arena_alloc (arena, sizeof *literal);
  *literal = (struct invariant_literal){ r->bits.count + i, r->constants.at[i].value };
  return (struct invariant_clause){ literal, 1 };
}

const struct invariant *
tell_invariant (const struct block_relation *r, const struct pdr *pdr,
                struct arena *arena)
{
  uint32_t processes = r->all.processes.count;
  uint32_t constants = r->constants.count, learned = pdr->invariant.count;
  struct invariant *invariant = arena_alloc (arena, sizeof *invariant);
  struct invariant_places *places
    = arena_alloc (arena, (processes + (size_t) 1) * sizeof *places);
  struct invariant_clause *clauses
    = arena_alloc (arena, ((size_t) learned + constants + 1) * sizeof *clauses);
  assert (block_relation_is_plain (r) && pdr->system == &r->system);
  for (uint32_t p = 0; p < processes; p++)
    places[p] = tell_places (r, p, arena);
  for (uint32_t i = 0; i < learned; i++)
    clauses[i] = tell_clause (&pdr->invariant.at[i], arena);
  for (uint32_t i = 0; i < constants; i++)
    clauses[learned + i] = tell_constant (r, i, arena);
  *invariant = (struct invariant){ .bits = tell_bits (r, arena),
                                   .bit_count = r->bits.count + constants,
                                   .places = places,
                                   .clauses = clauses,
                                   .clause_count = learned + constants };
  return invariant;
}
