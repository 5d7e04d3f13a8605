/* retrace.h -- from a violation to the run that leads there.
 *
 * A state knows its parent and the first step from there; up to the next stored state the
 * process had no choice.  So executing these steps again gives the run, with all values
 * that were chosen (engine/question.h).
 */
#ifndef ENGINE_RETRACE_H
#define ENGINE_RETRACE_H

#include "engine/explicit/search.h"
#include "engine/run.h"

/* Returns the run to VIOLATION, in ARENA.  It ends with the steps that VIOLATION is
   about, marked and not executed.  If VIOLATION is that of the automaton, its steps are
   marked, and those that happen together are the last ones. */
struct run *retrace (struct search *search, const struct violation *violation,
                     struct arena *arena);

#endif
