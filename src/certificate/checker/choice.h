/* choice.h -- can the threads of a query be played together?
 *
 * A choice gives each thread a body, such that there are different processes for all
 * threads, and one of the finals of that body's role (closure.h).  It is possible if in
 * every phase
 *
 *   1. no lock is held by two threads at the start of the phase;
 *   2. no lock is held by two threads at its end;
 *   3. no thread acquires or uses a lock that another one holds throughout the phase;
 *   4. the locks that are held at the end, but were acquired in the phase, can be put in
 *      the order of their last acquisitions: "acquired after" has no cycle;
 *   5. the locks that are held at the start, but are released in the phase, can be put in
 *      the order of their first releases: "released before" has no cycle.
 *
 * (doc/theory.md: compatibility.)  A query is safe if no choice is possible.
 */
#ifndef CERTIFICATE_CHECKER_CHOICE_H
#define CERTIFICATE_CHECKER_CHOICE_H

#include "certificate/checker/closure.h"

struct choice_query
{
  const struct part_scene *scene;
  struct tuples *tuples;
  uint32_t threads, phases;
  /* By thread * bodies + body: the role; null: it cannot play. */
  const struct closure **roles;
  /* By thread below FILTERED: which processes may play it.  Every process may play the
     other threads. */
  const bool *const *allowed;
  uint32_t filtered;
  /* (role, role) -> 1: no two of their finals fit.  Kept for all queries. */
  struct pairmap *apart;
  /* A choice that meets these conditions may still be impossible for the processes with
     these bodies, by thread: then this returns true.  Null: never. */
  bool (*excuse) (void *context, const body_id *bodies);
  void *context;
};

/* Make the tables of the finals of ROLE, which was found to be closed. */
void choice_prepare (struct closure *role);

/* Is no choice possible?  If one is, BODIES has its body for each thread.  May unwind. */
bool choice_is_impossible (const struct choice_query *query, body_id *bodies,
                           struct arena *scratch);

#endif
