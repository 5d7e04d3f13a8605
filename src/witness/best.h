/* best.h -- the best of all interleavings, where there are not too many.
 *
 * schedule.h finds the best interleaving of one path per process; other paths might
 * need fewer switches or statements.  Here the processes may take any path, and the
 * search goes on until no run can be better, or too many states were considered.
 */
#ifndef WITNESS_BEST_H
#define WITNESS_BEST_H

#include "engine/engine.h"

/* RUN is an interleaving of the participants of QUESTION, all of which play threads:
   replace it by a better one if one is found. */
void best_find (struct run *run, const struct question *question, struct quota *quota,
                struct arena *arena);

#endif
