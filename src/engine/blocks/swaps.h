/* swaps.h -- compare-and-swap: writes that are made only if the cell has a certain value.
 *
 * EML has no such statement, but atomic blocks:
 *
 *     atomic { found = slots[i]; if (found == 0) { slots[i] = key; } }
 *     atomic { assume (owner == 0); owner = self; }
 *
 * A write to a cell of f is guarded by the constant E if on every path to it, inside of
 * the block, the cell was found to be E: it was read into a slot that was then compared,
 * or an assume compared it, and since then
 *
 *     no other process could make a step   all places are atomic, and none may have to
 *                                          wait, which would let others run
 *     the cell has not changed             no write to f
 *     it is still the same cell            no slot of the index was set
 *     the slot that was compared was not set
 *
 * Nothing is known after a call or return.
 */
#ifndef ENGINE_BLOCKS_SWAPS_H
#define ENGINE_BLOCKS_SWAPS_H

#include "engine/blocks/backward.h"

/* Is the write at place number PLACE guarded?  Then *EXPECTED is the constant. */
bool swaps_is_guarded (struct unrolled *u, const struct places *places,
                       const struct backward *backward, uint32_t place,
                       int64_t *expected);

#endif
