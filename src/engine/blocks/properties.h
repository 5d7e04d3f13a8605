/* properties.h -- the bad states: a literal over the state and the choices.  It is true
 *
 *     a claim, an access predicate   when a step that breaks it is made inside of a block
 *     a pattern                      when the last step of the automaton is made
 *     a race                         when two processes rest before accesses that race
 *     a deadlock                     when processes rest before acquires, and the choices
 *                                    pick a set that is stuck (symbolic/stuck.h)
 *     who waits for ever             when a process may, or certainly will (forever.h)
 */
#ifndef ENGINE_BLOCKS_PROPERTIES_H
#define ENGINE_BLOCKS_PROPERTIES_H

#include "engine/blocks/block_relation.h"

/* Set `shown' of the places where the question observes processes: blocks end there. */
void properties_show (struct block_relation *relation);

/* Set system.bad; the blocks have been built. */
void properties_make (struct block_relation *relation);

#endif
