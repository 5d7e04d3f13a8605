/* quota.c -- see quota.h. */
#include <config.h>

#include "base/quota.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void
quota_init (struct quota *quota)
{
  *quota = (struct quota){ .reason = QUOTA_NOT_EXHAUSTED,
                           .limit = SIZE_MAX,
                           .turn = UINT64_MAX };
}

noreturn void
quota_exhaust (struct quota *quota, enum quota_reason reason)
{
  assert (reason != QUOTA_NOT_EXHAUSTED);
  if (!quota->armed)
    {
      /* Misuse of the interface: work was started without a checkpoint. */
      fputs ("phaselock: quota_exhaust: no checkpoint was taken\n", stderr);
      abort ();
    }
  quota->reason = reason;
  longjmp (quota->frame ? quota->frame->checkpoint : quota->checkpoint, 1);
}

void
quota_charge (struct quota *quota, size_t bytes)
{
  assert (quota->bytes <= quota->peak);
  /* Between two pieces of work there is no checkpoint to unwind to. */
  if (quota->armed)
    quota_check (quota);
  if (bytes > quota->limit || quota->outside > quota->limit - bytes
      || quota->bytes > quota->limit - bytes - quota->outside)
    quota_exhaust (quota, QUOTA_MEMORY);
  quota->bytes += bytes;
  if (quota->peak < quota->bytes)
    quota->peak = quota->bytes;
  assert (quota->bytes <= quota->limit);
}

void
quota_discharge (struct quota *quota, size_t bytes)
{
  assert (bytes <= quota->bytes);
  quota->bytes -= bytes;
}

uint64_t
quota_clock (void)
{
  struct timespec now = { 0, 0 };
  int failed = clock_gettime (CLOCK_MONOTONIC, &now);
  assert (!failed);
  (void) failed;
  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

void
quota_check (struct quota *quota)
{
  quota->patience = quota->impatient ? 0 : QUOTA_PATIENCE;
  quota->looks++;
  if (quota->look)
    quota->look (quota->look_context);
  if (quota->interrupted && *quota->interrupted)
    quota_exhaust (quota, QUOTA_INTERRUPTED);
  if (quota->looks == quota->last_look
      || (quota->deadline && quota_clock () >= quota->deadline))
    quota_exhaust (quota, QUOTA_TIME);
}

void
quota_pause (struct quota *quota)
{
  assert (quota->pause && quota->spent >= quota->turn);
  quota->pause (quota->pause_context);
  assert (quota->spent < quota->turn);
}
