/* ternary.h -- bits of a state that never change.
 *
 * Ternary simulation: all reachable states at once, in which a bit is 0, 1 or anything.
 * A step computes the next values, whatever is chosen; a bit that differs from before is
 * "anything" from then on.  When nothing changes any more, a bit that still has its
 * initial value has it in all reachable states.  So wide numbers that only small ones are
 * put into have few bits.  Cost: one pass over the circuit for each round, at most as
 * many rounds as bits.
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

/* Returns, by bit of the state, an enum ternary, in ARENA. */
uint8_t *constants_find (const struct transition_system *system, struct arena *arena);

#endif
