/* lifecycle.h -- checks which processes start and join which.
 *
 * A process that starts or joins itself, perhaps by procedures that it calls, is an
 * error: it would wait for ever.  (In its own body resolve.c finds it.)  A procedure that
 * starts P may be called by all processes but P.
 *
 * What is only suspicious is a warning: a process that can be started twice, one that is
 * joined and that no start names, or before it is started, one that never runs, joins
 * that wait for ever (joins.h), and a wait for a lock that nobody notifies.
 */
#ifndef IR_LIFECYCLE_H
#define IR_LIFECYCLE_H

#include "ir/ir.h"

/* Check the starts and joins of FLOW and warn; false if there were errors. */
bool lifecycle_check (const struct ir *flow, struct arena *arena, struct diags *diags);

#endif
