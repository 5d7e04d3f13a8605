/* counterexample.h -- a path of a transition system to something bad.
 *
 * It has LENGTH steps, so LENGTH + 1 moments.  At each moment all inputs of the graph
 * have a value: the bits of the state, and the choices of the step that is made (at the
 * last moment, the choices that `bad' depends on).  So every literal of the graph can be
 * evaluated at every moment.
 */
#ifndef ENGINE_PDR_COUNTEREXAMPLE_H
#define ENGINE_PDR_COUNTEREXAMPLE_H

#include "engine/sat/transition.h"

struct counterexample
{
  const struct transition_system *system;
  uint32_t length; /* steps */
  VEC (uint8_t *)
  inputs; /* by moment, then by node: the values of inputs; undefined for other nodes */
};

/* Evaluate everything at MOMENT.  The counterexample must not move meanwhile. */
struct counterexample_moment
{
  struct aig_values values;
  const uint8_t *inputs;
};

void counterexample_at (const struct counterexample *example, uint32_t moment,
                        struct counterexample_moment *at, struct arena *arena);

/* Add a moment, all of whose inputs are 0.  Returns its inputs. */
uint8_t *counterexample_add (struct counterexample *example, struct arena *arena);
/* The last moment has its choices: add the next one, whose state is that after the step,
   with all choices 0.  Returns its inputs. */
uint8_t *counterexample_step (struct counterexample *example, struct arena *arena);

/* Does the path begin in an initial state, make only steps, and end in a bad state? */
bool counterexample_holds (const struct counterexample *example, struct arena *arena);

#endif
