/* waiters.h -- which processes could wait for each other in a circle, judging by the
 * locks that they hold: the cases of a deadlock.
 *
 * A waiter is a body before an acquire, the lock that it awaits and the locks that it
 * holds there.  A circle is a cycle of waiters, each of which holds the lock that the one
 * before awaits; they hold no lock in common, and there are processes for all of them.
 * (ask/circles.h lists them for the engines.)
 */
#ifndef CERTIFICATE_CHECKER_WAITERS_H
#define CERTIFICATE_CHECKER_WAITERS_H

#include "certificate/checker/part.h"

/* COUNT different locks, the smallest first; waiter i has BODIES[i], awaits LOCKS[i]. */
typedef bool (*circles_visitor) (void *context, const lock_id *locks,
                                 const body_id *bodies, uint32_t count);

enum circles_end
{
  CIRCLES_ALL,     /* all circles were visited */
  CIRCLES_STOPPED, /* the visitor has returned false */
  CIRCLES_UNCLEAR, /* there may be others: the locks held are not clear, or a circle
                      has more than PA_SIZE_LIMIT processes */
};

/* Call VISIT with each circle; more than once if its bodies can wait with different locks
   held.  The scene must be steady.  May unwind. */
enum circles_end circles_each (const struct part_scene *scene, circles_visitor visit,
                               void *context, struct arena *scratch);

#endif
