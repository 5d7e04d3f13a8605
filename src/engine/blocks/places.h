/* places.h -- all places of a process: stacks of open calls with the symbol that is
 * executed next.  There are finitely many unless a body calls itself.
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
  MOVER_MAYBE, /* movers_condition decides, when the process is there */
  MOVER_ALWAYS,
};

/* In place of a place: the process has ended. */
#define PLACE_GONE UINT32_MAX

/* Numbers of places.  A process that has ended, or gone wrong (ir/ir.h), has one, too. */
#define NUMBER_END 0u
#define NUMBER_WRONG 1u
#define NUMBER_FIRST 2u
#define NUMBER_NONE UINT32_MAX /* of a place at which no process rests */

struct place
{
  pds_stack stack;
  struct effect effect;            /* its step, as far as it is known without values */
  uint32_t first_next, next_count; /* its part of `next': by rule, where it leads */
  enum mover right, left;
  bool cut;        /* every block that comes here ends, since a cycle leads through it */
  bool shown;      /* the question observes processes here: a block that comes here ends,
                      except in the midst of an atomic block */
  uint32_t number; /* if processes rest here between blocks: its number; or NUMBER_NONE */
  bool outside, in_midst; /* a process may rest here outside of atomic blocks; inside */
};

struct places
{
  VEC (struct place) list; /* the entry first */
  VEC (uint32_t) next;     /* places, or PLACE_GONE */
  VEC (uint32_t) order;
  VEC (uint32_t) resting; /* by number; those below NUMBER_FIRST are PLACE_GONE */
  struct pairmap by_stack;
  bool recursive; /* a body calls itself */
};

/* Find the places of U, which to cut, and their order.  False: they are `recursive', or
   there are too many. */
bool places_list (struct places *places, struct unrolled *u);

/* The number of the place with STACK; PLACE_GONE if that is empty. */
uint32_t places_find (const struct places *places, pds_stack stack);

/* Number the places where a block may end, and the entry; movers and cuts are known.
   ONE_PHASE: blocks end also where they may come both before and past their commit. */
void places_number (struct places *places, struct unrolled *u, bool one_phase);

#endif
