/* find.h -- one interleaving for a violation that an engine has found.
 *
 *     engine's trail, or the explicit search's run
 *       -> local paths (route.h) -> without detours (local.h)
 *       -> interleaved (schedule.h)
 *
 * Where somebody will read it, the paths are made as short as possible before
 * (shorten.h), and the best interleaving of all is looked for behind (best.h).
 * Works under the quota of the query.
 */
#ifndef WITNESS_FIND_H
#define WITNESS_FIND_H

#include "engine/engine.h"
#include "engine/run.h"


enum witness_outcome
{
  WITNESS_FOUND,
  WITNESS_TOO_LONG, /* to be written down */
  WITNESS_NONE,     /* a bug: the engine, or what is said of its reductions */
};

/* ANSWER is what an engine answered to QUESTION.  BEST: somebody will read the run,
   so it is to be as short as can be had.  RUN's participants are the threads of the
   automaton; it lives in ARENA. */
enum witness_outcome witness_find (struct run *run, const struct question *question,
                                   const struct answer *answer, bool best,
                                   struct quota *quota, struct arena *arena);

#endif
