/* properties.h -- what is bad: a literal over the state and the choices.
 *
 *     a claim, an access predicate   when the step that breaks it comes, inside of a
 * block a pattern                      when the last step of the automaton is made a race
 * two processes rest before accesses a deadlock                     processes rest before
 * acquires; the choices say which of them are a set that is stuck (symbolic/stuck.h) who
 * waits for ever             a process may, or will (forever.h)
 */
#ifndef ENGINE_BLOCKS_PROPERTIES_H
#define ENGINE_BLOCKS_PROPERTIES_H

#include "engine/blocks/block_relation.h"

/* Blocks end where the question looks at who is there: fill in `shown' of places. */
void properties_show (struct block_relation *relation);

/* The blocks have been built: make system.bad. */
void properties_make (struct block_relation *relation);

#endif
