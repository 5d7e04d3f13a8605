/* tuples.h -- sets of tuples of summaries, as a certificate claims them.
 *
 * A tuple has one summary per phase.  A set of tuples of one length stands for
 * a set of runs: it covers a run if it has a tuple that is below the run's,
 * summary by summary (same shape, otherwise no more locks).  The one question
 * asked about sets is
 *
 *     does TARGET cover every run of SOURCE, made longer by ...?
 *
 * It never computes a fixpoint, and remembers its answers: code between two
 * lock operations asks the same thing over and over.
 */
#ifndef CERTIFICATE_TUPLES_H
#define CERTIFICATE_TUPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "certificate/checker/summary.h"

/* Phases of one automaton, and so summaries of a tuple, are fewer. */
#define TUPLES_LENGTH_LIMIT 64

struct tuple_claim
{
  uint32_t first, length; /* in the pool of summaries */
  uint32_t shape;         /* the same for equal shapes in all phases */
};

struct set_member
{
  uint32_t shape, hash;   /* of the tuple */
  uint32_t tuple;
};

struct set_claim
{
  uint32_t first, count;  /* in the pool of members, in order once sorted */
  uint32_t length;        /* of all its tuples */
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
  struct pairmap shapes;  /* (shape before, shape of a summary) -> shape */
  uint32_t shape_count;
  struct pairmap asked;   /* (source, operation) -> question */
  uint32_t asked_count;
  struct pairmap covered; /* (question, target) -> 1 */
};

/* What happens behind a run of SOURCE. */
enum
{
  TUPLES_NOTHING,
  TUPLES_PHASE,      /* a phase begins */
  TUPLES_OPERATIONS, /* then two per lock, then one per set */
};
uint32_t tuples_acquire (const struct tuples *tuples, uint32_t lock);
uint32_t tuples_release (const struct tuples *tuples, uint32_t lock);
uint32_t tuples_then (const struct tuples *tuples, uint32_t set);

/* Set 0 has one tuple, of one empty summary.  STRETCHES is borrowed. */
void tuples_init (struct tuples *tuples, struct summaries *summaries,
                  uint32_t lock_count, struct arena *arena);

/* Each begins a new one, whose summaries or tuples are then added.  They return
   false if that makes no sense: too long, or of another length. */
uint32_t tuples_add (struct tuples *tuples);
bool tuples_add_stretch (struct tuples *tuples, summary s);
uint32_t tuples_add_set (struct tuples *tuples);
bool tuples_add_member (struct tuples *tuples, uint32_t tuple);

summary tuples_stretch (const struct tuples *tuples, uint32_t tuple, uint32_t phase);

/* Does TARGET cover SOURCE followed by OPERATION?  May unwind. */
bool tuples_covers (struct tuples *tuples, uint32_t target, uint32_t source,
                    uint32_t operation);

#endif
