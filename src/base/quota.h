/* quota.h -- what one piece of work may use, and where it unwinds to.
 *
 * Running out of a resource is neither bad input nor a bug: the work in hand
 * (one query, one model) is given up and everything else goes on.  A quota is
 * the meeting point.  Whoever starts the work takes a checkpoint; whoever
 * notices that a resource is used up calls quota_exhaust, which returns there
 * and never to its caller.  All memory of the work lives in arenas that were
 * created under the quota and are cleared behind the checkpoint.
 *
 *     struct quota quota;
 *     quota_init (&quota);
 *     if (quota_checkpoint (&quota))
 *       return give_up (quota.reason);
 *     ... work ...
 *
 * A quota is borrowed by the arenas that draw on it.
 */
#ifndef BASE_QUOTA_H
#define BASE_QUOTA_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

enum quota_reason
{
  QUOTA_NOT_EXHAUSTED,
  QUOTA_MEMORY,      /* the allocator or the byte limit said no */
  QUOTA_TIME,        /* the deadline has passed */
  QUOTA_INTERRUPTED, /* somebody wants us to stop */
  QUOTA_BOUND,       /* a bound on what is looked at cut something off */
};

struct quota
{
  jmp_buf checkpoint;
  bool armed;               /* a checkpoint was taken */
  enum quota_reason reason; /* why the last unwinding happened */
  size_t bytes;             /* in use now */
  size_t peak;              /* the most ever in use */
  size_t limit;             /* never more bytes than this */
  uint64_t deadline;        /* on quota_clock; 0: none */
  uint32_t ticks;           /* until the clock is looked at again */
  const volatile sig_atomic_t *interrupted; /* set by a signal; or null */
};

/* Take the checkpoint: false now, true when the work unwinds to it.  A macro
   because setjmp must be called by the function that stays. */
#define quota_checkpoint(quota)                                              \
  ((quota)->armed = true, setjmp ((quota)->checkpoint) != 0)

/* No limit but the machine's. */
void quota_init (struct quota *quota);

noreturn void quota_exhaust (struct quota *quota, enum quota_reason reason);

/* Account for BYTES more, or unwind. */
void quota_charge (struct quota *quota, size_t bytes);
void quota_discharge (struct quota *quota, size_t bytes);

/* To be called now and then by everything that may take long, at least every
   few thousand instructions: unwinds when time is up or a signal came. */
void quota_tick (struct quota *quota);
/* The same where much happens between two calls: looks at the clock at once. */
void quota_check (struct quota *quota);

/* Nanoseconds of a clock that never goes back. */
uint64_t quota_clock (void);

#endif
