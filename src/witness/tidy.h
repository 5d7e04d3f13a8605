/* tidy.h -- a run with data with fewer switches, and without what nobody needs, by
 * trying.
 *
 * A run that an engine with values has found is short for the process that makes the most
 * steps; what others did on the side nobody has looked at, and it jumps between processes
 * more often than a person likes.  Values forbid to put its steps in another order as
 * interleave.h does.  So steps are left out, or put together, as long as the run is still
 * one.  Whoever asks says whether it is, by a replay, which computes the values anew.
 */
#ifndef WITNESS_TIDY_H
#define WITNESS_TIDY_H

#include "engine/run.h"

/* Is RUN still what was found?  */
typedef bool tidy_works (void *context, const struct run *run);

/* Runs that are tried by each of the two; longer ones are left as they are. */
#define TIDY_TRIES 200
#define TIDY_LONGEST 2000

/* A shorter run than RUN, whose participants are the processes of PDS, or RUN itself:
   without all steps of a process, or its last ones; without detours, after which a
   process is where it was before them.  FIXED steps at the end of RUN stay there.  The
   result is in ARENA. */
const struct run *prune_run (const struct run *run, uint32_t fixed, const struct pds *pds,
                             tidy_works *works, void *context, struct arena *arena);

/* The same with fewer switches: blocks of one process are put together, or left out. */
const struct run *tidy_run (const struct run *run, uint32_t fixed, tidy_works *works,
                            void *context, struct arena *arena);

#endif
