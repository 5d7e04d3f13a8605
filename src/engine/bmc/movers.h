/* movers.h -- steps before which no other process need run [FlanaganQadeer2003].
 *
 * A step is a left mover if it can be made earlier: before any step of another process
 * that comes right before it, with the same result.  So every execution has a
 * permutation, which ends in the same state, in which a left mover follows the last
 * visible step of its own process at once; and the token need never come right before
 * one.  Left movers are
 *
 *     the release of a lock
 *     an access to a field that a lock protects: all accesses to the field in the model
 *                                    are made with the lock held
 *     an access to a field that only one process accesses
 *
 * after the first visible step of the process, which has none to follow; and outside of
 * atomic blocks: one that begins a block would have to take the whole block along, and
 * the rest of the block need not move; in the midst of a block nobody else runs anyway.
 * They are movers as far as the question does not look at them: the accesses of a race
 * that is asked for, those whose predicate is asked about, the fields in that predicate,
 * and what an automaton watches stay where they are.
 */
#ifndef ENGINE_BMC_MOVERS_H
#define ENGINE_BMC_MOVERS_H

#include "engine/bmc/unroll.h"
#include "engine/symbolic/effect.h"

/* Fill in bmc->is_protected: by field. */
void movers_find (struct bmc *bmc);

/* Which of EFFECTS, of U, are left movers, and which locks are held around them. */
void movers_mark (const struct bmc *bmc, const struct unrolled *u,
                  struct effects *effects);

#endif
