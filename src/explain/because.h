/* because.h -- why no lock prevented a violation.
 *
 * Between two steps of the automaton that one process makes, the holder, another
 * process makes one or more.  A lock prevents that if the holder holds it all the
 * time and the other holds it at its steps.  There is no such lock, and for each
 * such gap it is said why: the other holds no lock at all; or of a lock that the
 * other does hold, what the holder does with it.
 *
 * Races and deadlocks have no gaps: it is said what each process holds where they meet,
 * and where it took that.  Of an assert or access predicate it is said who wrote the
 * values that decide.
 */
#ifndef EXPLAIN_BECAUSE_H
#define EXPLAIN_BECAUSE_H

#include "explain/finding.h"

enum because_kind
{
  BECAUSE_UNLOCKED, /* the other holds no lock */
  /* The holder ... */
  BECAUSE_LETS_GO,  /* releases LOCK at STEP, before the other's last step with it */
  BECAUSE_TOO_LATE, /* takes LOCK at STEP, after the other's last step with it */
  BECAUSE_BRIEFLY,  /* takes LOCK and releases it at STEP, before that last step */
  BECAUSE_NEVER,    /* does not hold LOCK at any step from FROM to TO */
};

struct because_gap
{
  thread_id holder, other;
  uint32_t from, to;      /* the holder's two steps of the witness, from 0 */
  VEC (uint32_t) between; /* the other's steps */
  enum because_kind kind;
  lock_id lock;     /* held by the other at one of BETWEEN */
  uint32_t step;    /* see the kind */
  idset throughout; /* locks that the holder holds all the time */
  idset needed;     /* locks that the other holds at one of BETWEEN */
};

struct because
{
  VEC (struct because_gap) gaps; /* by FROM, then by the other thread */
};

/* Of a finding whose locks are known. */
const struct because *because_find (const struct finding *finding, struct arena *arena);

/* In sentences, at most three gaps; the rest is counted.  Steps are counted from 1;
   no line end.  Names are safe to show. */
void because_print (const struct finding *finding, FILE *file);

/* What it prints for races and deadlocks (because_meeting.c). */
void because_print_meeting (const struct finding *finding, FILE *file);

/* What it prints for asserts and access predicates (because_data.c). */
void because_print_data (const struct finding *finding, FILE *file);

/* What it prints for processes that wait for ever (because_stuck.c). */
void because_print_stuck (const struct finding *finding, FILE *file);
/* What the model does at STEP, the last one of a process that waits for ever; or null. */
const struct ir_step *because_find_wait (const struct finding *finding,
                                         const struct witness_step *step);

#endif
