/* eager.h -- the other way to unroll: all processes together, one global step at a time.
 *
 * There is one shared state, and a scheduler says which process makes its next visible
 * step; the others wait where they are.  So the places where a process may be pile up
 * with the depth, which is what unrolling it apart avoids (unroll.h): this is the
 * referee, and what the paper compares with.  Local steps need no scheduler: all
 * processes make theirs at once.
 */
#ifndef ENGINE_BMC_EAGER_H
#define ENGINE_BMC_EAGER_H

#include "engine/bmc/unroll.h"

/* All processes, of which one makes a visible step, go one step further.  Returns: some
   process does something. */
aig_lit eager_deepen (struct bmc *bmc);

#endif
