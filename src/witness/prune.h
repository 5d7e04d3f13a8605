/* prune.h -- a run without what nobody needs, by trying.
 *
 * A run that an engine with values has found is short for the process that makes the most
 * steps; what others did on the side, nobody has looked at.  So it is tried to leave out
 *
 *     all steps of a process, or its last ones
 *     a detour: steps after which a process is where it was before them
 *
 * as long as the run is still one.  Values may differ then: whoever asks says whether it
 * is, by a replay, which computes them anew.
 */
#ifndef WITNESS_PRUNE_H
#define WITNESS_PRUNE_H

#include "witness/tidy.h"

/* Runs that are tried; longer ones than TIDY_LONGEST are left as they are. */
#define PRUNE_TRIES 200

/* A shorter run than RUN, whose participants are the processes of PDS, or RUN itself.
   FIXED steps at its end stay there.  The result is in ARENA. */
const struct run *prune_run (const struct run *run, uint32_t fixed, const struct pds *pds,
                             tidy_works *works, void *context, struct arena *arena);

#endif
