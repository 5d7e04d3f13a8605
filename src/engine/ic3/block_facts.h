/* block_facts.h -- what is likely to hold where processes rest, by the text of a model.
 *
 * Proofs about locks begin with the same few steps: who is inside of `sync l' owns l, who
 * is outside does not; who is past its `join p' knows that p has finished; who was not
 * started is at its entry; a slot that was read from a field is likely to be a copy of it
 * still, and a cell that was written with a constant to be that constant.
 * Property-directed reachability finds all that by itself, one clause after the other,
 * since nothing tells it that a number of a place has to do with an owner.  So these
 * facts are written down beforehand.
 *
 * They need not be right: pdr.h asks which of them are inductive, together, and forgets
 * the others.  Nearly all that is said of locks and life cycles is, of values about half.
 */
#ifndef ENGINE_IC3_BLOCK_FACTS_H
#define ENGINE_IC3_BLOCK_FACTS_H

#include "engine/blocks/block_relation.h"
#include "engine/pdr/pdr.h"

/* The facts of RELATION, in its arena. */
struct pdr_facts block_facts_find (const struct block_relation *relation);

#endif
