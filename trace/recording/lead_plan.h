/* lead_plan.h -- an interleaving that a program is led along: a file that the recorder
 * maps (trace/record/lead.c), and whoever started the program, too.
 *
 *     struct lead_plan      with what came of it
 *     struct lead_step      `steps' of them, in their order
 *     struct lead_range     `ranges' of them, by addresses: which code is at a place
 *     struct lead_value     `values' of them, in the order of each process
 *
 * Whoever reads it afterwards checks it: the program may have written there by mistake.
 */
#ifndef RECORDING_LEAD_PLAN_H
#define RECORDING_LEAD_PLAN_H

#include <assert.h>
#include <stdint.h>

#define LEAD_MAGIC UINT64_C (0x312d6461656c6c70) /* pll-ead-1 */
#define LEAD_PROCESSES 64
#define LEAD_NONE UINT32_MAX
#define LEAD_AWAITS (LEAD_NONE - 1) /* `child' of a lock that is only waited for */

/* What a step is, to the recorder's hooks. */
enum lead_op
{
  LEAD_READ = 1,
  LEAD_WRITE,
  LEAD_UPDATE, /* of events only: steps that read, or write, at one place, at once */
  LEAD_SYNC,   /* a call that takes or gives a lock, a semaphore, a barrier */
  LEAD_START,
  LEAD_JOIN,
  LEAD_OP = 15,     /* the op of a step, without */
  LEAD_NEEDED = 16, /* that it is what the question is about */
};

enum lead_question
{
  LEAD_PATTERN,  /* do all steps happen in this order? */
  LEAD_RACE,     /* can the last two be about to happen at once, at one address? */
  LEAD_DEADLOCK, /* do the last ones wait for each other's locks? */
  LEAD_ASSERT,   /* does the process `final' fail, once all steps were made? */
};

enum lead_outcome
{
  LEAD_RUNNING, /* the program ended, or was ended, before anything was decided */
  LEAD_HAPPENED,
  LEAD_STALLED, /* step `now' cannot come: everybody else waits, or has ended */
  LEAD_APART,   /* a race: the two are at different addresses */
  LEAD_FAILED,  /* an assertion failed, in process `failed' */
};

struct lead_step
{
  uint32_t process;
  uint32_t op;
  uint32_t place;
  uint32_t child; /* of a start: who is started */
};

struct lead_range
{
  uint64_t begin, end;
  uint32_t place, padding;
};

/* What a function that returns any value returns. */
struct lead_value
{
  uint32_t process, place;
  int64_t value;
};

enum lead_state
{
  LEAD_ABSENT, /* not started */
  LEAD_GOING,
  LEAD_HELD,    /* until its turn comes */
  LEAD_BLOCKED, /* tries to get something, in vain since `version' */
  LEAD_JOINING, /* waits for the end of process `target' */
  LEAD_ENDED,
};

struct lead_process
{
  uint32_t state;
  uint32_t next;    /* its next step; from `steps' on: it has no more */
  uint32_t version; /* of a blocked one: when it tried last */
  uint32_t target;
  uint64_t object; /* what it waits for, or is about to access */
  uint32_t size;
  uint32_t is_free; /* after its last step it may do what it likes */
  uint32_t value;   /* how many values it has taken */
};

struct lead_plan
{
  uint64_t magic;
  uint32_t question, final;
  uint32_t processes, steps, ranges, values;
  /* What happens. */
  uint32_t guard;   /* 1: a thread is changing this */
  uint32_t version; /* grows with every change */
  uint32_t now;     /* the step whose turn it is */
  uint32_t over;    /* nobody is held any more */
  uint32_t outcome;
  uint32_t failed;
  struct lead_process process[LEAD_PROCESSES];
};

static inline struct lead_step *
lead_steps (struct lead_plan *plan)
{
  return (struct lead_step *) (plan + 1);
}

static inline struct lead_range *
lead_ranges (struct lead_plan *plan)
{
  assert (plan->processes <= LEAD_PROCESSES);
  return (struct lead_range *) (lead_steps (plan) + plan->steps);
}

static inline struct lead_value *
lead_values (struct lead_plan *plan)
{
  return (struct lead_value *) (lead_ranges (plan) + plan->ranges);
}

static inline uint64_t
lead_bytes (const struct lead_plan *plan)
{
  return sizeof *plan + plan->steps * sizeof (struct lead_step)
         + plan->ranges * sizeof (struct lead_range)
         + plan->values * sizeof (struct lead_value);
}

#endif
