/* find.h -- one interleaving for a violation that an engine has found.
 *
 *     engine's trail, or the explicit search's run
 *       -> local paths (route.h) -> without detours (local.h), as short as
 *       possible (shorten.h) -> interleaved (schedule.h) -> the best of all,
 *       if asked for and within reach (best.h)
 *
 * Works under the quota of the query.
 */
#ifndef WITNESS_FIND_H
#define WITNESS_FIND_H

#include "engine.h"
#include "phaseauto/instance.h"
#include "run.h"

struct witness_task
{
  /* The threads, and only they; with the engine's trail, or without. */
  struct engine_question question;
  const struct pa_instance *instance;
  const struct run *run; /* of the explicit search, or null */
  bool best;             /* look for a better one (best.h) */
};

enum witness_outcome
{
  WITNESS_FOUND,
  WITNESS_TOO_LONG, /* to be written down */
  WITNESS_NONE,     /* a bug: the engine, or what is said of its reductions */
};

/* RUN's participants are the threads of the automaton; it lives in ARENA. */
enum witness_outcome witness_find (struct run *run, const struct witness_task *task,
                                   struct quota *quota, struct arena *arena);

#endif
