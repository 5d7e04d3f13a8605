/* retrace.h -- from a sighting to the run that leads there.
 *
 * A world knows its parent and the first step from there; the steps after that, until the
 * next stored world, were the only ones that the process could make.  So going the way
 * again gives the run, with all values that were chosen (engine/question.h).
 */
#ifndef ENGINE_RETRACE_H
#define ENGINE_RETRACE_H

#include "engine/data/exploration.h"
#include "engine/run.h"

/* The run to SIGHTING, in ARENA; it ends with the steps that SIGHTING is about, marked
   and not executed.  If SIGHTING is that of the automaton, its steps are marked. */
const struct run *retrace (struct exploration *e, const struct sighting *sighting,
                           struct arena *arena);

#endif
