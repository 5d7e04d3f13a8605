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
  QUOTA_DATA,        /* unknown whether values allow the violation */
  QUOTA_RECURSION,   /* a body calls itself: stacks have no greatest height */
  QUOTA_QUESTION,    /* the engine that was asked for cannot answer such a question */
};

/* The checkpoint of a part of the work that has a stack of its own (base/fiber.h). */
struct quota_frame
{
  jmp_buf checkpoint;
};

struct quota
{
  jmp_buf checkpoint;
  struct quota_frame *frame; /* of the part that runs now; null: the checkpoint above */
  bool armed;                /* a checkpoint was taken */
  enum quota_reason reason;  /* why the last unwinding happened */
  size_t bytes;              /* in use now, by arenas */
  size_t outside;            /* in use now, by others (wpds/buddy.c) */
  size_t peak;               /* the most ever in use */
  size_t limit;              /* never more bytes than this */
  uint64_t deadline;         /* on quota_clock; 0: none */
  uint32_t patience;         /* units of effort until the next look at the clock */
  const volatile sig_atomic_t *interrupted; /* set by a signal; or null */
  /* Called at each look at the clock, to say how far the work has come; or null. */
  void (*look) (void *context);
  void *look_context;
  /* For parts that take turns. */
  uint64_t spent; /* units that the part that runs now has spent */
  uint64_t turn;  /* the part pauses when `spent' reaches this */
  void (*pause) (void *context);
  void *pause_context;
  /* For tests. */
  bool impatient;     /* look at every unit of effort */
  uint64_t looks;     /* at the clock so far */
  uint64_t last_look; /* time is up at the look of this number; 0: never */
};

/* Take the checkpoint of PART, which has a stack of its own. */
#define quota_frame_checkpoint(quota, part)                                              \
  ((quota)->frame = (part), setjmp ((part)->checkpoint) != 0)

/* Take the checkpoint: false now, true when the work unwinds to it.  A macro
   because setjmp must be called by the function that stays. */
#define quota_checkpoint(quota) ((quota)->armed = true, setjmp ((quota)->checkpoint) != 0)

/* No limit but the machine's. */
void quota_init (struct quota *quota);

noreturn void quota_exhaust (struct quota *quota, enum quota_reason reason);

/* Account for BYTES more, or unwind.  That is a look at the clock as well, so a loop
   that allocates need not do more. */
void quota_charge (struct quota *quota, size_t bytes);
void quota_discharge (struct quota *quota, size_t bytes);

/* ---- Time, and signals. ----
 *
 * There is no thread and no timer that stops the work: it looks at the clock, and at the
 * flag that a signal sets, often enough.  A unit of effort is some hundred instructions,
 * about 20 ns, and there is a look in QUOTA_PATIENCE units, so that a look is never
 * farther away than some hundred thousand instructions.  Each loop over something that
 * grows with the model or with the search spends units. */
#define QUOTA_PATIENCE 1024
/* A tick is an iteration of a loop, in which more than a unit happens. */
#define QUOTA_TICK 8

/* Unwind if time is up or a signal came. */
void quota_check (struct quota *quota);

/* Spend UNITS of effort: unwind if it is time for a look, and time is up. */
static inline void
quota_work (struct quota *quota, uint64_t units)
{
  quota->spent += units;
  if (units < quota->patience)
    quota->patience -= (uint32_t) units;
  else
    quota_check (quota);
}

/* quota_work, but another part may take its turn meanwhile.  An engine calls this only
   where everything that it shares with other parts is consistent. */
void quota_pause (struct quota *quota);
static inline void
quota_spend (struct quota *quota, uint64_t units)
{
  quota_work (quota, units);
  if (quota->spent >= quota->turn)
    quota_pause (quota);
}

static inline void
quota_tick (struct quota *quota)
{
  quota_work (quota, QUOTA_TICK);
}

/* Nanoseconds of a clock that never goes back. */
uint64_t quota_clock (void);

#endif
