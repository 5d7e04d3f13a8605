/* swaps.h -- compare-and-swap: writes that are made only if the cell has a certain value.
 *
 * EML has no such statement, but atomic blocks:
 *
 *     atomic { found = slots[i]; if (found == 0) { slots[i] = key; } }
 *     atomic { assume (owner == 0); owner = self; }
 *
 * A write to a cell of f is guarded by E, a constant, if on every way to it, inside of
 * the block, the cell is known to be E: it was read into a slot which was then compared,
 * or an assume compared it, and since then
 *
 *     nobody else could make a step   all places are atomic, and none of them may have to
 *                                     wait, which would let the others run
 *     the cell has not changed        no write to f
 *     it is still that cell           no slot of the index was set
 *     nor was the slot that was compared
 *
 * Calls and returns end what is known.
 */
#ifndef ENGINE_BLOCKS_SWAPS_H
#define ENGINE_BLOCKS_SWAPS_H

#include "engine/blocks/backward.h"

/* Is the write at place number PLACE guarded?  By *EXPECTED. */
bool swaps_is_guarded (struct unrolled *u, const struct places *places,
                       const struct backward *backward, uint32_t place,
                       int64_t *expected);

#endif
