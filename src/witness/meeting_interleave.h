/* meeting_interleave.h -- interleave local paths to a meeting, by a rule.
 *
 * If all steps happen together (doc/theory-meetings.md) there is one phase, which begins
 * with all locks free.  An acquisition on a path is *final* if the lock is held at its
 * end; all others *pass*.  The rule: no final acquisition of a lock while another path
 * still has to pass it.  Then a lock that is held for good blocks no other path, and a
 * process that goes on until the rule stops it never waits within a section.  If
 * processes stop each other by the rule, the histories of their paths have a cycle.  So
 * compatible paths are interleaved in linear time, where a search would list the subsets
 * of the processes that have moved.
 */
#ifndef WITNESS_MEETING_INTERLEAVE_H
#define WITNESS_MEETING_INTERLEAVE_H

#include "engine/engine.h"

/* PATHS has one path for each participant of QUESTION.  RUN lives in ARENA.  False: this
   is no such meeting, or the rule does not suffice: starts and joins are obeyed, but may
   need another order. */
bool meeting_interleave_find (struct run *run, const struct question *question,
                              const struct local_path *paths, struct arena *arena);

#endif
