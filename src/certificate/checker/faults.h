/* faults.h -- what must not happen in a state: the questions about models with data
 * (doc/data.md), as gates.
 *
 *     assert      a process that may make a step finds the claim false
 *     exclusive   a process accesses the field while its predicate does not hold
 *     race        nobody is in the midst of an atomic block, and two processes could both
 *                 access one cell next, one of them to write, not both in atomic blocks
 *     deadlock    nobody is in the midst of an atomic block, and some processes all wait
 *                 for a lock that one of them has
 *
 *     stuck       a process may wait for ever (endless_waits.h)
 *
 * (A pattern happens when a step is the last one of the automaton: moves.h.)
 */
#ifndef CERTIFICATE_CHECKER_FAULTS_H
#define CERTIFICATE_CHECKER_FAULTS_H

#include "certificate/checker/stands.h"
#include "query/query.h"

/* What a fault is about. */
struct fault
{
  const struct query *query;  /* no pattern */
  const bool *const *allowed; /* by name of -P, below FILTERED, and process */
  uint32_t filtered;
};

/* Can it happen in STATE?  What is not decided is inputs. */
gate fault_in (const struct fault *fault, const struct system *system,
               struct gates *gates, const struct system_state *state);

#endif
