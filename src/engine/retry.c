/* retry.c -- see retry.h. */
#include <config.h>

#include "engine/retry.h"

#include <assert.h>

#include "base/log.h"

/* True if WORK was done.  A function of its own: what is local to the function
   that takes the checkpoint is lost when the work unwinds to it. */
static bool
try_once (struct quota *quota, void (*work) (void *context), void *context)
{
  if (quota_checkpoint (quota))
    return false;
  work (context);
  return true;
}

bool
retry_within_quota (struct crew *crew, void (*work) (void *context), void *context)
{
  struct quota *quota = crew->means.quota;
  assert (work);
  if (try_once (quota, work, context))
    return true;
  bool again = quota->reason == QUOTA_MEMORY && crew_keeps (crew);
  crew_forget (crew);
  LOG (1, "out of %s; %s", verdict_reason_word (quota->reason),
       again ? "once more, without what earlier queries left" : "the query is given up");
  if (again && try_once (quota, work, context))
    return true;
  crew_forget (crew);
  assert (quota->reason != QUOTA_NOT_EXHAUSTED);
  return false;
}
