/* sample.h -- a few places of a process where a violation may be seen already.
 *
 * A sample is a set of symbols of a process, and some of them to start at: the
 * process reaches each of these by itself, holding nothing that the query knows
 * of.  Everything that a process can do inside a sample, from a start, it can
 * do: whoever leaves it is lost.  So what is found there is real, and what is
 * not found there means nothing.
 *
 * A sample is a sample around some of the places where the thread can make its
 * first step, so it costs nothing that grows with the program.
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
  VEC (pds_symbol) starts;
};

/* A sample of BODY, which SURVEY has reached, for WATCH: SIZE symbols of each of
   a few starts.  LOCKS: by lock, is it SLICE_NO_LOCK?  No starts: there is
   nothing to be seen. */
void sample_choose (struct sample *sample, struct survey *survey, uint32_t body,
                    const struct watch *watch, const uint32_t *locks, uint32_t size,
                    struct arena *arena);

#endif
