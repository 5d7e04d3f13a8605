/* block_movers.h -- steps that commute with the steps of all other processes [Lipton1975,
 * GuntherLaarman2017]; doc/reductions.md has the argument.
 *
 * A block is a transaction: right movers (pre phase), one step that need not move, the
 * commit, and left movers (post phase).  Past the commit a process rests before a step
 * that is no left mover or may have to wait; blocks.h has all rules.
 *
 * movers_classify classifies the steps of all processes once, before places have numbers:
 *
 *     place->right, place->left   of the step from this place:
 *         MOVER_ALWAYS   it moves past every step that others may make then
 *         MOVER_NEVER    it is not known to move
 *         MOVER_MAYBE    it moves iff movers_condition (conditions.c) holds when the
 *                        process is about to make it
 *
 * Local steps always move, both ways.  For a step by which a process enters an atomic
 * block, `left' speaks for the whole block: all steps that may follow inside of it move
 * to the left, and none may have to wait. `left' of steps in the midst of a block is not
 * used.
 *
 * Steps that the question observes are no movers: steps that an automaton watches
 * (effect_is_watched); of QUERY_EXCLUSIVE the accesses to question->field, and all writes
 * to what its predicate reads.  The places before accesses that race, and before acquires
 * in a deadlock, need no care: they are `shown', so blocks end there.
 *
 * Steps of locks that are awaited inside of an atomic block are no movers: such a block
 * goes on if the lock is free, and lets others run if not.  Likewise the end of a process
 * that is joined inside of one.
 */
#ifndef ENGINE_BLOCKS_BLOCK_MOVERS_H
#define ENGINE_BLOCKS_BLOCK_MOVERS_H

#include "engine/blocks/hazards.h"
#include "engine/blocks/block_relation.h"

/* In place of a process: none, or several. */
#define MOVERS_NOBODY UINT32_MAX
#define MOVERS_SEVERAL (UINT32_MAX - 1)

/* What is known of the model as a whole. */
struct movers
{
  struct danger *dangers; /* by process */
  bool *awaited;          /* by lock: it is awaited inside of an atomic block */
  bool *joined;           /* by process: it is joined inside of an atomic block */
  uint32_t *user;         /* by lock: the process that uses it, or MOVERS_... */
  uint32_t *starter;      /* by process: the one that starts it, or MOVERS_... */
  bool *looked_at;        /* by field: the predicate that is asked about reads it */
};

/* Set `right' and `left' of all places.  The lists of places must exist; numbers and bits
   of the state do not yet. */
void movers_classify (struct block_relation *relation);

/* Could HAZARD be harmless to an access that only reads if READS, for its cell or the
   locks held, even if its process can still come to it? */
bool movers_may_be_harmless (const struct block_relation *relation,
                             const struct hazard *hazard, bool reads);

/* The literal "the step from place number PLACE of process P commutes, now, with all that
   other processes may do until it is made".  Called while the block of P is at the place,
   before its step: relation->all.processes.at[p] has the values of that moment (`shared',
   and slots in `values').  Those of the other processes q, which do not move meanwhile,
   are in relation->processes[q].is_at and .slots.  All are literals over state and
   choices.  Once true, it stays true whatever others do. */
aig_lit movers_condition (struct block_relation *relation, uint32_t p, uint32_t place);

#endif
