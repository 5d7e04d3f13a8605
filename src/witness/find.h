/* find.h -- one interleaving for a violation that an engine has found.
 *
 *     an engine's trail (route.h), or its run
 *       -> local paths -> without detours (local.h) -> interleaved (schedule.h)
 *
 * If a person will read the run, the local paths are made as short as possible first
 * (shorten.h), and at the end the best interleaving of all is searched for (best.h).
 * Works under the quota of the query.
 */
#ifndef WITNESS_FIND_H
#define WITNESS_FIND_H

#include "witness/route.h"

/* ANSWER is an engine's answer to QUESTION.  BEST: a person will read the run, which
   should be as short as possible.  RUN is about QUESTION, or about the one that it is a
   script of: its participants are needed ones of that.  It lives in ARENA. */
enum witness_outcome witness_find (struct run *run, const struct question *question,
                                   const struct answer *answer, bool best,
                                   struct quota *quota, struct arena *arena);

#endif
