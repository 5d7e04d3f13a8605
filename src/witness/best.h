/* best.h -- the best of all interleavings, where there are not too many.
 *
 * schedule.h interleaves one path per process as well as can be; other paths
 * might do with fewer switches or statements.  Here the processes go any way,
 * with their stacks and all, until one run is as good as any, or too many
 * states were looked at.
 */
#ifndef WITNESS_BEST_H
#define WITNESS_BEST_H

#include "engine/run.h"
#include "phaseauto/instance.h"
#include "wpds/survey.h"

/* RUN is an interleaving, whose participants start at ENTRIES: replace it by a
   better one if there is one within reach. */
void best_find (struct run *run, const struct survey *survey,
                const struct pa_instance *instance, const pds_symbol *entries,
                uint32_t count, struct quota *quota, struct arena *arena);

#endif
