/* tuples.h -- sets of tuples of summaries, as a certificate claims them.
 *
 * A tuple has one summary for each phase.  A set of tuples of one length stands for
 * a set of runs: it covers a run if one of its tuples is below the run's, summary by
 * summary (the same shape, no more locks in the other sets).  The only question asked
 * about sets is
 *
 *     does TARGET cover every run of SOURCE, followed by OPERATION?
 *
 * Answering it takes no fixpoint.  Answers are remembered, since the code between two
 * lock operations asks the same question again and again.
 */
#ifndef CERTIFICATE_CHECKER_TUPLES_H
#define CERTIFICATE_CHECKER_TUPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "certificate/checker/summary.h"

/* The most summaries of a tuple.  No automaton has as many phases (PA_SIZE_LIMIT). */
#define TUPLES_LENGTH_LIMIT 64

struct tuple_claim
{
  uint32_t first, length; /* in the pool of summaries */
  uint32_t shape;         /* equal for equal shapes in all phases */
};

struct set_member
{
  uint32_t shape, hash; /* shape and hash of the tuple */
  uint32_t tuple;
};

struct set_claim
{
  uint32_t first, count; /* in the pool of members, in order once sorted */
  uint32_t length;       /* of all its tuples */
  bool sorted;
};

struct tuples
{
  struct arena *arena;
  struct summaries *summaries;
  uint32_t lock_count;
  VEC (struct tuple_claim) list;
  VEC (summary) summary_pool;
  VEC (struct set_claim) sets;
  VEC (struct set_member) set_pool;
  struct pairmap shapes; /* (shape before, shape of a summary) -> shape */
  uint32_t shape_count;
  struct pairmap asked;   /* (source, operation): their numbers are the questions */
  struct pairmap covered; /* (question, target) -> 1 */
};

/* Operations: what follows a run of the source. */
enum
{
  TUPLES_NOTHING,
  TUPLES_PHASE,      /* a phase begins */
  TUPLES_OPERATIONS, /* then two for each lock, then one for each set */
};
/* The operations: LOCK is acquired, or released. */
uint32_t tuples_on_lock (const struct tuples *tuples, lock_id lock, bool acquires);
/* The operation: a run of SET follows. */
uint32_t tuples_then (const struct tuples *tuples, uint32_t set);

/* Tuple 0 has one empty summary, and set 0 this tuple.  SUMMARIES is borrowed. */
void tuples_init (struct tuples *tuples, struct summaries *summaries, uint32_t lock_count,
                  struct arena *arena);

/* Begin a new tuple, to which summaries are then added, or a new set, to which tuples
   are.  Adding returns false if the tuple gets too long, or if the set would have tuples
   of different lengths. */
void tuples_add (struct tuples *tuples);
bool tuples_add_summary (struct tuples *tuples, summary s);
void tuples_add_set (struct tuples *tuples);
bool tuples_add_member (struct tuples *tuples, uint32_t tuple);

/* The summary of TUPLE in PHASE; the empty one once the tuple has ended. */
summary tuples_summary (const struct tuples *tuples, uint32_t tuple, uint32_t phase);

/* Does TARGET cover SOURCE followed by OPERATION?  May unwind. */
bool tuples_covers (struct tuples *tuples, uint32_t target, uint32_t source,
                    uint32_t operation);

#endif
