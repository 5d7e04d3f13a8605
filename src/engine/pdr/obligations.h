/* obligations.h -- cubes that have to be excluded from a frame, the lowest frame first.
 *
 * From each state of an obligation's cube its choices lead to a bad state at once, or to
 * a state of its parent's cube.  Among obligations of one level those nearer to the bad
 * state come first, then the older ones: so the order is the same on every machine.
 */
#ifndef ENGINE_PDR_OBLIGATIONS_H
#define ENGINE_PDR_OBLIGATIONS_H

#include "base/binary_heap.h"
#include "engine/pdr/cube.h"

#define OBLIGATION_NONE UINT32_MAX

struct obligation
{
  struct cube cube;
  uint32_t level;
  uint32_t parent; /* or OBLIGATION_NONE */
  uint32_t depth;  /* steps to the bad state */
  uint8_t *inputs; /* the values of the choices, by number of the choice, 8 to a byte */
};

struct obligations
{
  struct arena *arena;
  VEC (struct obligation) all;
  struct binary_heap heap; /* the numbers of open obligations */
  VEC (uint32_t) choices;  /* nodes of the inputs that are choices */
  uint32_t used;           /* entries of `all' in use; the rest is kept memory */
};

void obligations_init (struct obligations *obligations,
                       const struct transition_system *system, struct arena *arena);

/* Add an obligation; VALUES (by node) has its choices.  Returns its number. */
uint32_t obligations_add (struct obligations *obligations, const struct cube *cube,
                          uint32_t level, uint32_t parent, const uint8_t *values);
/* Set *FIRST to the most urgent one, which stays in the heap; false: there is none. */
bool obligations_first (const struct obligations *obligations, uint32_t *first);
/* Take out the most urgent one; or move it to LEVEL. */
void obligations_remove_first (struct obligations *obligations);
void obligations_move_first (struct obligations *obligations, uint32_t level);
/* Forget all obligations, open or not. */
void obligations_forget (struct obligations *obligations);

/* Write the choices of obligation NUMBER to VALUES (by node). */
void obligations_choices (const struct obligations *obligations, uint32_t number,
                          uint8_t *values);

#endif
