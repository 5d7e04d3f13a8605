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

#include "engine.h"
#include "phaseauto/instance.h"
#include "run.h"

struct witness_task
{
  /* The threads, and only they; with the engine's trail, or without. */
  struct engine_question question;
  const struct pa_instance *instance;
  const struct run *run; /* of the explicit search, or null */
  bool best;             /* somebody will read it: as short as can be had */
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
