/* retry.h -- work within a quota, once more where earlier queries were in the way.
 *
 * What engines keep between queries saves time, but must never cost a later query
 * its answer: if memory runs out while an engine keeps something, that is dropped,
 * and the work is done again.  Any other resource that runs out ends this query and
 * nothing else.
 */
#ifndef ASK_RETRY_H
#define ASK_RETRY_H

#include "ask/engine_pool.h"

/* Do WORK, which frees what an earlier try has left in its arenas.  False if a
   resource ran out, also the second time: the quota has the reason, and the
   engines have forgotten what they kept. */
bool retry_within_quota (struct engine_pool *pool, void (*work) (void *context),
                         void *context);

#endif
