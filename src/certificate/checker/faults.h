/* faults.h -- violations in a state: the questions about models with data (doc/data.md),
 * as gates.
 *
 *     assert      a process that may make a step finds the claim false
 *     exclusive   a process accesses the field while its predicate is false
 *     race        no process is in the midst of an atomic block, and two could both
 *                 access one cell next, one to write, not both in atomic blocks
 *     deadlock    no process is in the midst of an atomic block, and each of some set
 *                 waits for a lock that another one of the set has
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
  const struct query *query;  /* any query but a pattern */
  const bool *const *allowed; /* by name of -P, below FILTERED, and process */
  uint32_t filtered;
};

/* Does the fault happen in STATE?  What is not determined is inputs. */
gate fault_in (const struct fault *fault, const struct system *system,
               struct gates *gates, const struct system_state *state);

#endif
