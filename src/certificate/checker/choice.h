/* choice.h -- can the threads of a query be played together?
 *
 * A choice gives each thread a body, such that there are different processes
 * for all threads, and one of the body's finals (closure.h).  It is possible if
 * in every phase, with I what is held at its start,
 *
 *   1. no two hold a lock at the start of it;
 *   2. no two hold a lock at the end of it;
 *   3. nobody acquires or uses a lock that another holds throughout;
 *   4. the locks held at the end can be put in the order of their last
 *      acquisitions: no circle of "acquired after";
 *   5. the locks held at the start can be put in the order of their first
 *      releases: no circle of "released after".
 *
 * (doc/theory.md: compatibility.)  A query is safe if no choice is possible.
 */
#ifndef CERTIFICATE_CHOICE_H
#define CERTIFICATE_CHOICE_H

#include "certificate/checker/closure.h"

struct choice_query
{
  const struct scene *scene;
  struct tuples *tuples;
  uint32_t threads;
  /* By thread * bodies + body: what it can contribute; null: it cannot. */
  const struct closure *const *roles;
  /* By thread: which processes may play it; threads from FILTERED on may be
     played by all. */
  const bool *const *allowed;
  uint32_t filtered;
  struct pairmap *apart;  /* (role, role) -> 1: no two of their finals fit; kept
                             between the queries of a certificate */
  const uint32_t *numbers; /* by thread * bodies + body: of its role, for `apart' */
};

/* Once for each role, when it is known to be closed: make the tables of its
   finals. */
void choice_prepare (struct closure *role);

/* Is there no possible choice?  Else BODIES (one per thread) is one.  May
   unwind. */
bool choice_is_impossible (const struct choice_query *query, body_id *bodies,
                           struct arena *scratch);

#endif
