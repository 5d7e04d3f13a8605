/* block_facts.h -- facts that, by the text of a model, are likely to hold where processes
 * rest.
 *
 * Proofs about locks begin with the same few steps: a process inside of `sync l' owns l,
 * and one outside does not; a process past `join p' knows that p has finished; a process
 * that was not started is at its entry; a slot that was read from a field is likely to be
 * still a copy of it, and a cell that was written with a constant to have that value.
 * Property-directed reachability finds all that by itself, one clause after the other,
 * since nothing tells it that the number of a place is related to an owner.  So these
 * facts are suggested to it beforehand.
 *
 * The facts need not hold: pdr.h asks which of them are inductive together, and drops the
 * others.  Nearly all facts on locks and life cycles are inductive, and half of those on
 * values.
 */
#ifndef ENGINE_IC3_BLOCK_FACTS_H
#define ENGINE_IC3_BLOCK_FACTS_H

#include "engine/blocks/block_relation.h"
#include "engine/pdr/pdr.h"

/* Returns the facts on RELATION, in its arena. */
struct pdr_facts block_facts_find (const struct block_relation *relation);

#endif
