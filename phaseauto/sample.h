/* sample.h -- a few places of a process where a violation may be found (5n).
 *
 * A sample is a set of symbols of a process, and some of them to start at: the process
 * reaches each start by itself, without holding a lock that matters to the query.
 * Whatever it does from a start within the sample, the whole process can do, too; paths
 * that leave the sample are given up.  So a violation found in samples is one, but their
 * absence proves nothing.
 *
 * The starts lie around some of the places where the thread can make its first
 * step, and the number of symbols is bounded, so a sample costs nothing that
 * grows with the program.
 */
#ifndef PHASEAUTO_SAMPLE_H
#define PHASEAUTO_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/watch.h"
#include "wpds/survey.h"

struct sample
{
  VEC (pds_symbol) symbols;
  VEC (pds_symbol) starts; /* one may appear several times */
};

/* A sample of BODY, which SURVEY has reached, for WATCH: at most SIZE symbols from
   each of a few starts.  LOCKS are those that matter.  Without starts the sample is
   empty, and cannot be used. */
void sample_choose (struct sample *sample, struct survey *survey, body_id body,
                    const struct watch *watch, const struct lock_numbers *locks,
                    uint32_t size, struct arena *arena);

#endif
