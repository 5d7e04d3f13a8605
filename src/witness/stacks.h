/* stacks.h -- stacks of symbols as numbers: interned lists.
 *
 * Equal stacks have equal numbers, so that a configuration is one number and a
 * path that comes back to where it was can be seen to.
 */
#ifndef WITNESS_STACKS_H
#define WITNESS_STACKS_H

#include <stdint.h>

#include "base/pairmap.h"
#include "base/vec.h"
#include "wpds/pds.h"

#define STACKS_EMPTY 0

struct stacks_cell
{
  pds_symbol top;
  uint32_t below;
};

struct stacks
{
  struct arena *arena;
  VEC (struct stacks_cell) cells;
  struct pairmap ids;
};

void stacks_init (struct stacks *stacks, struct arena *arena);
uint32_t stacks_push (struct stacks *stacks, pds_symbol top, uint32_t below);
/* Of one that is not empty. */
pds_symbol stacks_top (const struct stacks *stacks, uint32_t stack);
/* Use rule NUMBER, which reads the top. */
uint32_t stacks_follow (struct stacks *stacks, const struct pds *pds, uint32_t stack,
                        uint32_t number);

#endif
