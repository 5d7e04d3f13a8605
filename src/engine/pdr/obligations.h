/* obligations.h -- cubes that have to be excluded from a frame, the lowest frame first.
 *
 * From each state of an obligation's cube its choices lead to something bad at once, or
 * to a state of its parent's cube.  Among obligations of one level the ones that are
 * nearer to the bad thing come first, then the older ones: so the order is the same on
 * every machine.
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
  uint32_t depth;  /* steps to the bad thing */
  uint8_t *inputs; /* the values of the choices, by number of the choice, 8 to a byte */
};

struct obligations
{
  struct arena *arena;
  VEC (struct obligation) all;
  struct heap heap;       /* numbers of those that are to be handled */
  VEC (uint32_t) choices; /* nodes of the inputs that are choices */
  uint32_t used;          /* of `all'; those behind are room for new ones */
};

void obligations_init (struct obligations *obligations,
                       const struct transition_system *system, struct arena *arena);

/* A new one, with the values of choices in VALUES (by node). */
uint32_t obligations_add (struct obligations *obligations, const struct cube *cube,
                          uint32_t level, uint32_t parent, const uint8_t *values);
/* The first one stays there. */
bool obligations_first (const struct obligations *obligations, uint32_t *first);
/* The first one is taken out, or comes again at LEVEL. */
void obligations_remove_first (struct obligations *obligations);
void obligations_move_first (struct obligations *obligations, uint32_t level);
/* Forget all, those that wait too. */
void obligations_forget (struct obligations *obligations);

/* The choices of obligation NUMBER, to VALUES (by node). */
void obligations_choices (const struct obligations *obligations, uint32_t number,
                          uint8_t *values);

#endif
