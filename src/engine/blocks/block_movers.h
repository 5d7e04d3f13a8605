/* block_movers.h -- steps that commute with the steps of all other processes [Lipton1975,
 * GuntherLaarman2017]; doc/reductions.md has the argument.
 *
 * A block is a transaction: right movers (pre phase), one step that need not move, the
 * commit, and left movers (post phase).  A process rests before a step that is no left
 * mover, or may have to wait, past the commit; see blocks.h for all rules.
 *
 * movers_classify classifies every place of every process, once, before places have
 * numbers:
 *
 *     place->right, place->left   of the step from this place:
 *         MOVER_ALWAYS   it moves past every step that others may make then
 *         MOVER_NEVER    not known to
 *         MOVER_MAYBE    iff movers_condition (conditions.c) holds when the process is
 *                        about to make it
 *
 * Local steps always move, both ways.  A step inside an atomic block
 * (place->effect.atomic) from which a process enters it speaks for the whole block as far
 * as `left' is concerned: all steps that may follow inside of the block move to the left,
 * and none may have to wait. In the midst of a block nobody asks for `left'.
 *
 * A question may look at steps: those are no movers.  The step that an automaton watches
 * (effect_is_watched); of QUERY_EXCLUSIVE the accesses to question->field, and all that
 * write what its predicate reads.  The places before accesses that race, and before
 * acquires in a deadlock, are `shown' and need no care: blocks end there.
 *
 * Locks that are awaited inside of an atomic block are no movers: such a block goes on if
 * the lock is free, and lets others run if not.  The same goes for a finish.
 */
#ifndef ENGINE_BLOCKS_BLOCK_MOVERS_H
#define ENGINE_BLOCKS_BLOCK_MOVERS_H

#include "engine/blocks/hazards.h"
#include "engine/blocks/block_relation.h"

/* Nobody, or several processes. */
#define MOVERS_NOBODY UINT32_MAX
#define MOVERS_SEVERAL (UINT32_MAX - 1)

/* What is known of the model as a whole. */
struct movers
{
  struct danger *dangers; /* by process */
  bool *awaited;          /* by lock: inside of an atomic block */
  bool *joined;           /* by process: inside of an atomic block */
  uint32_t *user;         /* by lock: the process that uses it */
  uint32_t *starter;      /* by process: the one that starts it */
  bool *looked_at;        /* by field: by the predicate that is asked about */
};

/* Fill in `right' and `left' of all places; lists of places are there, numbers and bits
   of the state are not. */
void movers_classify (struct block_relation *relation);

/* Could a hazard such as this one be harmless to an access, which only reads if READS, by
   where it is or what is held, whatever its process can come to? */
bool movers_may_be_harmless (const struct block_relation *relation,
                             const struct hazard *hazard, bool reads);

/* The step from place number PLACE of process P commutes, now, with everything that other
   processes may do until it is made.  Called while the block of P is at the place, before
   its step: relation->all.processes.at[p] has the values of that moment (`shared', and
   slots in `values'); relation->processes[q].is_at and slots have those of others, who do
   not move meanwhile; both are literals over state and choices.  Once true it stays true,
   whatever others do. */
aig_lit movers_condition (struct block_relation *relation, uint32_t p, uint32_t place);

#endif
