/* summary.h -- what a summary of a run does to locks, the checker's own.
 *
 * Of a summary is known which locks it releases that were held before it (R),
 * which it acquires and still holds at its end (A), which it acquires and
 * releases again (U); and for the order of things
 *
 *     before[l]  for l in R: l and all that was released or used before l was
 *     after[l]   for l in A: l and all that was acquired after l was
 *
 * (doc/theory.md: lock histories; there they are RH and AH).  Sets of locks are
 * idsets of the model's locks.  Stretches are interned; those with equal R and
 * A have the same shape.  Stretch 0 does nothing.
 */
#ifndef CERTIFICATE_SUMMARY_H
#define CERTIFICATE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/idset.h"
#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
} summary;

#define SUMMARY_EMPTY ((summary){ 0 })

struct summary_info
{
  uint32_t shape;
  idset released, acquired, used;
  uint32_t orders; /* in the pool: `before' of each lock released, then `after'
                      of each lock acquired, in the order of the locks */
};

struct summaries
{
  struct arena *arena;
  struct idsets *locks;
  VEC (struct summary_info) list;
  VEC (idset) orders;
  struct pairmap shapes;       /* (R, A) -> node */
  struct pairmap nodes;        /* (node, next set) -> node */
  uint32_t node_count;
  struct pairmap at_node;      /* (node, 0) -> summary */
  struct pairmap compositions; /* (summary, summary) -> summary */
  uint64_t work;               /* compositions and comparisons */
};

/* LOCKS is borrowed. */
void summaries_init (struct summaries *summaries, struct idsets *locks,
                     struct arena *arena);

/* ORDERS has one set for each lock released, then one for each acquired. */
summary summary_make (struct summaries *summaries, idset released, idset acquired,
                      idset used, const idset *orders);
summary summary_acquire (struct summaries *summaries, uint32_t lock);
summary summary_release (struct summaries *summaries, uint32_t lock);
/* First A, then B. */
summary summary_compose (struct summaries *summaries, summary a, summary b);

/* Same shape, and A has no more than B in any other set? */
bool summary_is_below (struct summaries *summaries, summary a, summary b);

/* The set before[lock], or with AFTER after[lock]; the lock is released, or
   acquired. */
idset summary_order (const struct summaries *summaries, summary s, uint32_t lock,
                     bool after);

#endif
