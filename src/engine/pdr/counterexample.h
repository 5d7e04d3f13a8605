/* counterexample.h -- a path of a transition system to something bad.
 *
 * It has LENGTH steps, so LENGTH + 1 moments; at each moment all inputs of the graph
 * have a value: the bits of the state, and the choices of the step that is made (at the
 * last moment, of what is bad).  So every literal of the graph can be evaluated at
 * every moment.
 */
#ifndef ENGINE_PDR_COUNTEREXAMPLE_H
#define ENGINE_PDR_COUNTEREXAMPLE_H

#include "engine/sat/transition.h"

struct counterexample
{
  const struct transition_system *system;
  uint32_t length; /* steps */
  VEC (uint8_t *)
  inputs; /* by moment: the values of the inputs by node; of nodes that
             are no inputs, anything */
};

/* The values of everything at MOMENT.  The counterexample must stay where it is. */
struct counterexample_moment
{
  struct aig_values values;
  const uint8_t *inputs;
};

void counterexample_at (const struct counterexample *example, uint32_t moment,
                        struct counterexample_moment *at, struct arena *arena);

/* One more moment; its inputs are all 0.  Returns them. */
uint8_t *counterexample_add (struct counterexample *example, struct arena *arena);
/* The choices of the last moment are there: one more moment, whose state is the one after
   the step, with no choices yet.  Returns its inputs. */
uint8_t *counterexample_step (struct counterexample *example, struct arena *arena);

/* Does it begin in a state of the beginning, are all its steps steps, and is something
   bad at its end? */
bool counterexample_holds (const struct counterexample *example, struct arena *arena);

#endif
