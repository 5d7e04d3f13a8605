/* calls.h -- who calls whom: the calls of all bodies, by caller and by callee.
 *
 * Read from the flow graphs, so that calls that are never reached do not count.  Lives
 * in the arena given; the flow graphs are borrowed.
 */
#ifndef EML_CALLS_H
#define EML_CALLS_H

#include "eml/flow.h"

struct call
{
  body_id caller, callee;
  uint32_t node; /* of the flow graph */
};

struct calls
{
  const struct flow *flow;
  VEC (struct call) list; /* in the order of the callers */
  uint32_t *first_by;     /* by body, and the end, into LIST: the calls in it */
  uint32_t *first_to;     /* by body, and the end, into TO: the calls of it */
  uint32_t *to;           /* into LIST */
};

void calls_init (struct calls *calls, const struct flow *flow, struct arena *arena);

/* Mark all bodies that call a marked one, directly or not. */
void calls_mark_callers (const struct calls *calls, bool *marked, struct arena *arena);

/* By body: is it a process, or called by one, directly or not? */
bool *calls_of_processes (const struct calls *calls, struct arena *arena);

#endif
