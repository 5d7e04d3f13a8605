/* blocks.h -- block steps: one process runs alone from where it rests to where it rests
 * again.
 *
 * The walk.  Places come in an order in which steps lead forward, except to places that
 * are cut, where every block ends.  So a block comes to each place at most once, and the
 * circuit needs one running copy of the values: at each place, `if the block is here, the
 * step changes them; else they stay'.  Its size is linear in the number of places.  Two
 * more literals are carried along:
 *
 *     committed   the block has made a step that was no right mover
 *     midst       it is in the midst of an atomic block
 *
 * When the block comes to a place, it ends there
 *
 *     if the place is cut,
 *     or, in the midst of an atomic block: if it has to wait here; then the others run,
 *     or, outside:
 *         if the place is shown,
 *         or, past the commit: if the step may have to wait for others, or is no left
 *         mover, or the process will wait for ever (a local assume).
 *
 * A block that ends in the midst of an atomic block, at a cut, leaves `midst' in the
 * state, and no other process can make a step then.  A block that cannot go on before its
 * commit does not count as a step: all it did were right movers, which could as well be
 * left out.  Past the commit this cannot happen, but for going wrong, which ends it.
 */
#ifndef ENGINE_BLOCKS_BLOCKS_H
#define ENGINE_BLOCKS_BLOCKS_H

#include "engine/blocks/block_relation.h"

/* How the blocks of a process end: at most one of these is true. */
struct block_ends
{
  aig_lit *at;      /* by number of a place */
  aig_lit in_midst; /* the block ends in the midst of an atomic block */
};

/* Let process number P, if it is chosen, walk through a block from where it rests.
   Afterwards relation->all.processes.at[p] has the values at the end, the steps, whose
   `depth' is their order, and the hits. */
struct block_ends blocks_walk (struct block_relation *relation, uint32_t p);

#endif
