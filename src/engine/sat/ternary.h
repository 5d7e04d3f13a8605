/* ternary.h -- bits of a state that never change.
 *
 * All reachable states at once, with three values: a bit is 0, 1 or anything.  From the
 * beginning, whatever is chosen, a step leads to a next value; what differs from before
 * is anything from then on.  A bit that is left with its first value when nothing changes
 * any more has it in all reachable states.  So wide numbers that only small ones are put
 * into have few bits.
 */
#ifndef ENGINE_SAT_TERNARY_H
#define ENGINE_SAT_TERNARY_H

#include "engine/sat/transition.h"

enum ternary
{
  TERNARY_0,
  TERNARY_1,
  TERNARY_ANY,
};

/* By bit of the state, in ARENA. */
uint8_t *constants_find (const struct transition_system *system, struct arena *arena);

#endif
