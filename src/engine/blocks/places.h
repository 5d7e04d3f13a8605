/* places.h -- all places of a process: stacks of open calls with the symbol that is
 * executed next, as long as there is no recursion.
 *
 * Blocks (blocks.h) walk over them in `order': each place comes before those that its
 * steps lead to, unless they are `cut', where every walk ends.
 */
#ifndef ENGINE_BLOCKS_PLACES_H
#define ENGINE_BLOCKS_PLACES_H

#include "engine/symbolic/effect.h"

/* Is the step from a place a mover (block_movers.h)? */
enum mover
{
  MOVER_NEVER,
  MOVER_MAYBE, /* a condition decides, when the process is there */
  MOVER_ALWAYS,
};

/* The process has ended: it is at no place. */
#define PLACE_GONE UINT32_MAX

/* Numbers of places.  Who has ended, or is wrong for ever (ir/ir.h), has one, too. */
#define NUMBER_END 0u
#define NUMBER_WRONG 1u
#define NUMBER_FIRST 2u
#define NUMBER_NONE UINT32_MAX /* of a place inside of blocks only */

struct place
{
  pds_stack stack;
  struct effect effect;            /* its step, as far as it is known without values */
  uint32_t first_next, next_count; /* by rule: the place it leads to, in `next' */
  enum mover right, left;
  bool cut;        /* every block that comes here ends: a cycle leads through it */
  bool shown;      /* the question looks at who is here: a block that comes here ends,
                      unless nobody may interrupt it */
  uint32_t number; /* processes rest here between blocks; or NUMBER_NONE */
  bool outside, in_midst; /* ... and may then be outside of atomic blocks, in the midst of
                             one */
};

struct places
{
  VEC (struct place) list; /* the entry first */
  VEC (uint32_t) next;     /* places, or PLACE_GONE */
  VEC (uint32_t) order;
  VEC (uint32_t) resting; /* by number; the first ones are PLACE_GONE */
  struct pairmap by_stack;
  bool recursive; /* a body calls itself */
};

/* List the places of U, cut cycles, find the order.  False: they are `recursive', or
   there are too many. */
bool places_list (struct places *places, struct unrolled *u);

/* The place with STACK, which may be empty. */
uint32_t places_find (const struct places *places, pds_stack stack);

/* Give numbers to the places where a block may end, and to the entry; movers and cuts are
   known.  ONE_PHASE: where blocks come both before and past their commits they end. */
void places_number (struct places *places, struct unrolled *u, bool one_phase);

#endif
