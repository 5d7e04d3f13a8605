/* prestar.h -- pre* of weighted pushdown systems, by its rules alone [Reps2005].
 *
 * Given an automaton for a regular set C of configurations, each c with the
 * value C(c), pre* extends it in place such that the value of c' becomes the sum
 * over all runs c' => c of the weight of the run (x) C(c).  Each rule of the
 * system is applied to each transition until nothing changes: no worklist, no
 * order, no deltas.
 */
#ifndef TESTS_SPEC_PRESTAR_H
#define TESTS_SPEC_PRESTAR_H

#include "wpds/automaton.h"
#include "wpds/system.h"

/* No transition of the automaton leads into a control state. */
void wpds_prestar (const struct wpds_system *system, struct wpds_automaton *automaton);

#endif
