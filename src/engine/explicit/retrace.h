/* retrace.h -- from a violation to the run that leads there.
 *
 * A state knows its parent and the first step from there; the steps after that, until the
 * next stored state, were the only ones that the process could make.  So going the way
 * again gives the run, with all values that were chosen (engine/question.h).
 */
#ifndef ENGINE_RETRACE_H
#define ENGINE_RETRACE_H

#include "engine/explicit/search.h"
#include "engine/run.h"

/* The run to VIOLATION, in ARENA; it ends with the steps that VIOLATION is about, marked
   and not executed.  If VIOLATION is that of the automaton, its steps are marked, and
   those that happen together are the last ones. */
struct run *retrace (struct search *search, const struct violation *violation,
                     struct arena *arena);

#endif
