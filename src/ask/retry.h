/* retry.h -- do work within a quota, and again if what earlier queries left was in the
 * way.
 *
 * What engines keep between queries saves time, but must never cost a later query its
 * answer: if memory runs out while an engine keeps something, that is dropped, and the
 * work is done again.  Any other resource that runs out ends only this query.
 */
#ifndef ASK_RETRY_H
#define ASK_RETRY_H

#include "ask/engine_pool.h"

/* Do WORK, which begins by freeing what an earlier try has left in its arenas.  False: a
   resource ran out, also the second time; the quota has the reason, and the engines have
   forgotten what they kept. */
bool retry_within_quota (struct engine_pool *pool, void (*work) (void *context),
                         void *context);

#endif
