/* cube.h -- sets of states that are given by the values of some bits.
 *
 * A literal gives one bit of the state its value; a cube is a conjunction of literals, at
 * most one for each bit, sorted.  Its negation is a clause: so the clauses of an
 * invariant are kept as the cubes that they exclude.  A cube with fewer literals is a
 * larger set of states.
 *
 * A cube is a vector (base/vec.h), and its literals belong to an arena.
 */
#ifndef ENGINE_PDR_CUBE_H
#define ENGINE_PDR_CUBE_H

#include "engine/sat/transition.h"

typedef struct
{
  uint32_t code; /* 2 * bit, plus 1 if the bit is 1 */
} state_lit;

struct cube
{
  state_lit *at;
  uint32_t count, capacity;
};

#define CUBE_ALL ((struct cube) VEC_EMPTY) /* all states */

static inline state_lit
state_lit_of (uint32_t bit, bool value)
{
  return (state_lit){ 2 * bit + value };
}

static inline uint32_t
state_lit_bit (state_lit lit)
{
  return lit.code / 2;
}

static inline bool
state_lit_value (state_lit lit)
{
  return lit.code & 1;
}

/* LIT as a literal of the graph, for the state before the step and the state after it. */
static inline aig_lit
state_lit_before (const struct transition_system *system, state_lit lit)
{
  assert (state_lit_bit (lit) < system->state.count);
  aig_lit bit = system->state.at[state_lit_bit (lit)];
  return state_lit_value (lit) ? bit : aig_not (bit);
}

static inline aig_lit
state_lit_after (const struct transition_system *system, state_lit lit)
{
  assert (state_lit_bit (lit) < system->next.count);
  aig_lit bit = system->next.at[state_lit_bit (lit)];
  return state_lit_value (lit) ? bit : aig_not (bit);
}

/* TO becomes a copy of FROM. */
void cube_copy (struct arena *arena, struct cube *to, const struct cube *from);

void cube_sort (struct cube *cube);
/* Is there at most one literal for each bit, and are they sorted? */
bool cube_is_sorted (const struct cube *cube);

/* Is each literal of SMALL also in LARGE?  Then every state of LARGE is one of SMALL. */
bool cube_has_all_of (const struct cube *small, const struct cube *large);

/* A Bloom filter of the literals: if the literals of one cube are all in another, the
   mask of the former is part of that of the latter. */
uint64_t cube_mask (const struct cube *cube);

/* Is LIT false in all initial states? */
static inline bool
state_lit_is_not_initial (const struct transition_system *system, state_lit lit)
{
  assert (state_lit_bit (lit) < system->initial.count);
  return aig_equal (system->initial.at[state_lit_bit (lit)],
                    aig_constant (!state_lit_value (lit)));
}

/* Has CUBE an initial state? */
bool cube_has_initial (const struct transition_system *system, const struct cube *cube);

#endif
