/* tidy.h -- a run with data with fewer switches, and without what nobody needs.
 *
 * A run that a search with values has found jumps between processes more often than a
 * person likes.  Values forbid to put its steps in another order as interleave.h does, so
 * it is tried: blocks of one process are put together, or left out, as long as the run is
 * still one.  Whoever asks says whether it is, by a replay.
 */
#ifndef WITNESS_TIDY_H
#define WITNESS_TIDY_H

#include "engine/run.h"

/* Is RUN still what was found?  */
typedef bool tidy_works (void *context, const struct run *run);

/* Runs that are tried; longer ones are left as they are. */
#define TIDY_TRIES 200
#define TIDY_LONGEST 2000

/* A better run than RUN, or RUN itself.  FIXED steps at its end stay there.  The result
   is in ARENA. */
const struct run *tidy_run (const struct run *run, uint32_t fixed, tidy_works *works,
                            void *context, struct arena *arena);

#endif
