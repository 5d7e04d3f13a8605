/* quota.h -- what one piece of work may use, and where it unwinds to.
 *
 * Running out of a resource is neither bad input nor a bug: the current work
 * (one query, one model) is given up and everything else goes on.  The function
 * that starts the work takes a checkpoint; the function that notices that a
 * resource is used up calls quota_exhaust, which unwinds to the checkpoint and
 * never returns to its caller.  All memory of the work lives in arenas that
 * were created under the quota; they are cleared after unwinding.
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
  QUOTA_MEMORY,      /* the allocator failed, or the byte limit is reached */
  QUOTA_TIME,        /* the deadline has passed */
  QUOTA_INTERRUPTED, /* a signal asks the program to stop */
  QUOTA_BOUND,       /* a bound on the search was reached */
  QUOTA_PHASES,      /* starts and joins need too many phases */
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
  uint32_t ticks;           /* calls of quota_tick so far */
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

/* Unwind if time is up or a signal came.  Work that may take long calls this at
   least every few thousand instructions; most calls do not read the clock. */
void quota_tick (struct quota *quota);
/* The same where much happens between two calls: always reads the clock. */
void quota_check (struct quota *quota);

/* Nanoseconds of a clock that never goes back. */
uint64_t quota_clock (void);

#endif
