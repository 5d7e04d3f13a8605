/* control.h -- what the search must know of the control flow of a model.
 *
 * Two questions about symbols, both answered by one depth-first search over
 * the graph whose edges are
 *
 *     from -> to      for a step
 *     from -> callee  for a call
 *     from -> under   for a call that has returned
 *
 * Break points.  Every infinite run of a process, whether it loops or calls ever deeper,
 * passes break points again and again: the targets of back edges, and the entries.  (A
 * run is a path of this graph where a call that returns is one edge; an infinite path has
 * a cycle.)  The part of a transaction after its commit ends at a break point at the
 * latest.
 *
 * Recursive calls.  A call is recursive iff the callee reaches the call again
 * with the frame of the call still below: they are in one component.  Only
 * such frames can pile up without bound, so only they are counted: the search
 * of a model without recursion is never cut off, however deep its calls nest.
 *
 * Also lists the locks of each body.  Computed once per model; everything
 * lives in the arena given to control_new, the PDS is borrowed.
 */
#ifndef ENGINE_CONTROL_H
#define ENGINE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/pds.h"

struct control_locks
{
  const lock_id *at; /* in ascending order */
  uint32_t count;
};

struct control
{
  const struct pds *pds;
  bool *is_break;              /* by symbol */
  bool *is_recursive;          /* by symbol: a recursive call returns to it */
  bool recursion;              /* some call is recursive */
  struct control_locks *locks; /* by body: the locks that it acquires */
};

struct control *control_new (const struct pds *pds, struct arena *arena);

#endif
