/* known.h -- slots whose values are known at a place.
 *
 * A process has one bit-vector for a slot at each depth, whatever the place where it is:
 * a choice among the values of all ways there.  So a loop that counts to 8 could go on
 * for ever, if one looks at the places only.  But often all ways to *this* place have
 * given a slot the same constant.  What is computed there is computed with the constant;
 * a condition may then be one, too, and the places after it are never reached.
 *
 * If a process is at a place, each value that is known there is the one that it has: a
 * step makes known what it sets to a constant, and forgets what it sets to anything else;
 * where ways meet only what is the same on all of them stays known.
 *
 * Lists are sorted by number and never change; they live in the arena of the unrolling.
 */
#ifndef ENGINE_SYMBOLIC_KNOWN_H
#define ENGINE_SYMBOLIC_KNOWN_H

#include "engine/symbolic/scene.h"

/* The value of the slot with NUMBER, among the values of a process; or null. */
const struct bits *known_value (const struct known_slots *known, uint32_t number);

/* What is known after a step of U at a place with KNOWN that makes the changes from
   number FIRST on of CHANGES.  CLOSED: the frame over this stack is given up; or null. */
struct known_slots known_after (struct unrolled *u, const struct known_slots *known,
                                const struct changes *changes, uint32_t first,
                                const pds_stack *closed);

/* What both A and B say. */
struct known_slots known_meet (struct unrolled *u, const struct known_slots *a,
                               const struct known_slots *b);

#endif
