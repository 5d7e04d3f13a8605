/* retry.c -- see retry.h. */
#include <config.h>

#include "ask/retry.h"

#include <assert.h>

#include "base/log.h"

/* Do WORK; true: it was done.  A function of its own, since the local variables of the
   function that takes the checkpoint are lost when the work unwinds to it. */
static bool
try_once (struct quota *quota, void (*work) (void *context), void *context)
{
  if (quota_checkpoint (quota))
    return false;
  work (context);
  return true;
}

bool
retry_within_quota (struct engine_pool *pool, void (*work) (void *context), void *context)
{
  struct quota *quota = pool->quota;
  assert (work && !quota->armed);
  bool done = try_once (quota, work, context);
  if (!done)
    {
      bool again = quota->reason == QUOTA_MEMORY && pool->count > 0;
      LOG (1, "out of resources (%s): %s", verdict_reason_word (quota->reason),
           again ? "once more, without what the engines kept" : "the query is given up");
      engine_pool_forget (pool);
      done = again && try_once (quota, work, context);
    }
  /* The function that took the checkpoint has returned. */
  quota->armed = false;
  if (!done)
    engine_pool_forget (pool);
  assert (done || quota->reason != QUOTA_NOT_EXHAUSTED);
  return done;
}
