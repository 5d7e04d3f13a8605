/* schedule.h -- interleave local paths, one for each process.
 *
 * Each process follows its path, and may stop anywhere once the automaton has made its
 * last step.  It may have to wait for a lock that another process holds, for its turn in
 * the automaton, before an action that the automaton forbids in its present state, and
 * until others have started or finished; all between two such actions is one move.
 */
#ifndef WITNESS_SCHEDULE_H
#define WITNESS_SCHEDULE_H

#include "engine/engine.h"

/* PATHS has one path for each participant of QUESTION.  RUN lives in ARENA.  False: the
   paths cannot be interleaved, or the search is too expensive. */
bool schedule_find (struct run *run, const struct question *question,
                    const struct local_path *paths, struct quota *quota,
                    struct arena *arena);

#endif
