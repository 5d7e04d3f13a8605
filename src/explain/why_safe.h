/* why_safe.h -- what protects a query that is safe.
 *
 * Only reasons that decide the query, each found out here again, are given:
 *
 *   - no process makes a certain step of the pattern, or none makes the steps of one
 *     thread in their order and in one unit (reduction `units'), or there are not
 *     enough processes for all threads;
 *   - for a choice of processes: a lock that one of them holds from one of its steps
 *     to another, and that the other needs for a step in between (`common-locks'); of a
 *     race, a lock that both hold wherever they make their accesses;
 *   - for all that is left: locks that are enough.  The query is decided again in
 *     models in which fewer locks work, and each is dropped that can be; with the rest,
 *     the query is safe, and with less it is not.
 *
 * A deadlock has reasons of its own, which are in the circles that there could be
 * (ask/circles.h): there are none, since locks are not nested, or taken in one order,
 * or taken in several orders by one process alone; two of each circle would hold one
 * lock; or, for those that are left, they never get that far together.
 *
 * Cost: the choices of processes, and at most WHY_SAFE_DECISIONS decisions.
 */
#ifndef EXPLAIN_WHY_SAFE_H
#define EXPLAIN_WHY_SAFE_H

#include "ask/choices.h"
#include "ask/decide.h"
#include "ir/subject.h"
#include "witness/verdict.h"

/* Decisions with fewer locks; nanoseconds for each of them and for the rest; choices of
   processes that are written out. */
#define WHY_SAFE_DECISIONS 24
#define WHY_SAFE_TIMEOUT ((uint64_t) 5000000000)
#define WHY_SAFE_SHOWN 3

enum why_safe_kind
{
  WHY_SAFE_STEP,      /* no process makes step STEP of THREAD */
  WHY_SAFE_THREAD,    /* no process makes all steps of THREAD as it has to */
  WHY_SAFE_PROCESSES, /* there are not enough processes for all threads */
  WHY_SAFE_LOCKS,     /* each choice of processes is prevented by locks, or by nothing
                         but the order of steps */
};

/* Where a lock is acquired: nodes of the flow graph, each statement once. */
struct why_safe_places
{
  VEC (const struct ir_step *) list;
};

/* Processes of which two would need one lock at the same time. */
struct why_safe_choice
{
  process_id *processes; /* by thread */
  struct common_lock lock;
  struct why_safe_places keeper, other; /* where each of them acquires it */
};

/* Locks that are enough: with them alone the query is safe. */
struct why_safe_locks
{
  VEC (lock_id) list;
  bool least;   /* and with less of them it is not */
  bool *missed; /* by lock of the list: without it the model is not safe, whatever the
                   other locks do; null: that was not found out */
};

struct why_safe
{
  enum why_safe_kind kind;
  thread_id thread;
  uint32_t step;                      /* from 0 */
  uint32_t choices;                   /* of processes; */
  uint32_t excluded;                  /* by one lock each: */
  VEC (struct why_safe_choice) shown; /* the first ones of them */
  struct why_safe_locks locks;        /* if not all choices are excluded */
  bool life_cycles; /* the model has starts or joins, which may have a part in it */
};

/* What protects QUERY, which OPTIONS decided to be safe: sentences that are safe to
   show, with a line feed between two of them, in ARENA; null: it was not found out within
   the limits of OPTIONS.  No decider may be in the middle of a query. */
const char *why_safe_find (struct ir_subject *subject, const struct query *query,
                           const struct decide_options *options, struct arena *arena);

/* The same where an engine that knows data has visited all states: no lock need have a
   part in it. */
const char *why_safe_with_data (const struct query *query, const struct verdict *verdict,
                                struct arena *arena);

/* What why_safe_find consists of. */

/* A decision with fewer locks.  If the work unwinds, ARENA is to be cleared, before it
   DECIDER iff it is in use. */
struct why_safe_trial
{
  struct arena arena;
  struct decider decider;
  bool deciding;
};

/* Drop locks of PDS as long as QUERY stays safe (why_safe_locks.c).  The arena of TRIAL
   is empty, and WORK has the same quota, which may unwind. */
void why_safe_drop_locks (struct why_safe_locks *locks, const struct pds *pds,
                          const struct query *query, const struct decide_options *options,
                          struct why_safe_trial *trial, struct arena *work);

/* What protects from deadlocks (why_safe_circles.c). */
enum why_safe_circles_kind
{
  WHY_SAFE_NO_NESTING, /* no lock is taken with another one held */
  WHY_SAFE_ORDER,      /* the order of locks has no cycle */
  WHY_SAFE_CIRCLES,    /* nobody gets into the circles that it has */
};

struct why_safe_waiter
{
  process_id process;
  lock_id awaits;
};

#define WHY_SAFE_MOST_CIRCLES 10000

struct why_safe_circles
{
  enum why_safe_circles_kind kind;
  VEC (lock_id) order;                /* the locks that are nested; none: too many */
  uint32_t count;                     /* of circles, up to WHY_SAFE_MOST_CIRCLES */
  VEC (struct why_safe_waiter) first; /* of them */
  lock_id gate;                       /* which two of that would hold, or LOCK_NONE: */
  uint32_t gated[2];                  /* these two */
  bool all_gated;                     /* each circle has such a lock */
  bool named;                         /* only circles with the processes of -P count */
};

/* OPTIONS are without `held-locks'.  The quota of WORK may unwind. */
void why_safe_find_circles (struct why_safe_circles *why, struct groundwork *groundwork,
                            const struct decide_options *options, struct arena *work);
void why_safe_print_circles (const struct why_safe_circles *why, const struct pds *pds,
                             FILE *file);

/* The sentences (why_safe_print.c); RESTRICTED: not all processes were asked about. */
void why_safe_print (const struct why_safe *why, struct ir_subject *subject,
                     const struct query *query, bool restricted, FILE *file);

#endif
