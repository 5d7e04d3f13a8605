/* tidy.h -- shortens a run with data, and reduces its switches, by trial and error.
 *
 * An engine with values finds a run that is short for the process that makes the most
 * steps; but it may contain steps of others that nobody needs, and more switches than a
 * person likes.  Because of values, its steps cannot be reordered as interleave.h does.
 * So steps are left out, or moved together, as long as the result is still a run of the
 * violation.  The caller decides that, by a replay, which computes the values anew.
 */
#ifndef WITNESS_TIDY_H
#define WITNESS_TIDY_H

#include "engine/run.h"

/* Is RUN still a run of the violation? */
typedef bool tidy_works (void *context, const struct run *run);

/* The most runs that each of the two functions tries; the longest run they change. */
#define TIDY_TRIES 200
#define TIDY_LONGEST 2000

/* Returns a shorter run, or RUN itself, whose participants are the processes of PDS: all
   steps of a process are left out, or its last ones, or detours, which bring a process
   back to where it was.  The last FIXED steps of RUN stay.  The result is in ARENA. */
const struct run *prune_run (const struct run *run, uint32_t fixed, const struct pds *pds,
                             tidy_works *works, void *context, struct arena *arena);

/* Returns a run with fewer switches, or RUN itself: blocks of one process are moved
   together, or left out.  FIXED and ARENA as above. */
const struct run *tidy_run (const struct run *run, uint32_t fixed, tidy_works *works,
                            void *context, struct arena *arena);

#endif
