/* known.h -- slots whose values are known at a place.
 *
 * A process has one bit-vector for a slot at each depth, wherever it is: a choice among
 * the values on all paths.  So a loop that counts to 8 could go on for ever as far as
 * places tell.  But often all paths to *this* place have given a slot the same constant.
 * Steps from here are computed with that constant; their condition may then be constant,
 * too, and the places behind it are never reached.
 *
 * Invariant: if a process is at a place, each value that is known there is the one that
 * the slot has.  A step makes known what it sets to a constant, and forgets what it sets
 * to anything else; where paths meet, only what is the same on all of them stays known.
 *
 * Lists are sorted by number and never change; they live in the arena of the unrolling.
 */
#ifndef ENGINE_SYMBOLIC_KNOWN_H
#define ENGINE_SYMBOLIC_KNOWN_H

#include "engine/symbolic/scene.h"

/* The value of the slot with NUMBER, among the values of a process; or null. */
const struct bits *known_value (const struct known_slots *known, uint32_t number);

/* What is known after a step of U from a place with KNOWN.  It makes the changes from
   number FIRST on of CHANGES.  CLOSED: it closes the frame over this stack; or null. */
struct known_slots known_after (struct unrolled *u, const struct known_slots *known,
                                const struct changes *changes, uint32_t first,
                                const pds_stack *closed);

/* The slots that A and B know, with the same value. */
struct known_slots known_meet (struct unrolled *u, const struct known_slots *a,
                               const struct known_slots *b);

#endif
