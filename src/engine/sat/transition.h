/* transition.h -- transition systems over bits, as circuits.
 *
 * A state has a value for each bit.  In the graph the bits of the state before a step are
 * inputs; all other inputs are choices: who makes the step, which way, with which values.
 * The next state, whether there is a step at all, and whether the state is bad are
 * functions of both:
 *
 *     next[b]   the value of bit b after the step
 *     step      with these choices there is a step from this state
 *     bad       with these choices this state is bad
 *
 * So a path to a bad state is an initial state, the choices of each step, and the choices
 * that `bad' depends on at its end.
 *
 * Initially each bit is 0, 1 or anything: initial[b] is AIG_FALSE, AIG_TRUE or state[b].
 * Every combination of the free ones is an initial state.
 */
#ifndef ENGINE_SAT_TRANSITION_H
#define ENGINE_SAT_TRANSITION_H

#include "engine/sat/aig.h"

struct transition_system
{
  struct aig *aig;
  VEC (aig_lit) state; /* inputs, not negated */
  VEC (aig_lit) next;
  VEC (aig_lit) initial;
  aig_lit step;
  aig_lit bad;
};

#endif
