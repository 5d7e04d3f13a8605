/* summary.h -- what a piece of a run does to the locks.
 *
 * A summary is the lock history of a piece of a run, in the checker's own code: which
 * locks the piece releases that were held before it (R), which it acquires and still
 * holds at its end (A), which it acquires and releases again (U); and of their order
 *
 *     before[l]  for l in R: l and all locks that were released or used before l was
 *                released
 *     after[l]   for l in A: l and all locks that were acquired after l was
 *
 * (doc/theory.md calls them RH and AH.)  Sets of locks are idsets of the model's locks.
 * Summaries are interned; those with equal R and A have the same shape.
 */
#ifndef CERTIFICATE_CHECKER_SUMMARY_H
#define CERTIFICATE_CHECKER_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ids.h"
#include "base/idset.h"
#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  uint32_t index;
} summary;

/* The summary of the empty run. */
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
  VEC (idset) orders;          /* the pool */
  struct pairmap shapes;       /* (R, A): their numbers are the shapes */
  struct pairmap nodes;        /* see summary_make */
  struct pairmap compositions; /* (summary, summary) -> summary */
  uint64_t work;               /* compositions and comparisons */
};

/* LOCKS is borrowed. */
void summaries_init (struct summaries *summaries, struct idsets *locks,
                     struct arena *arena);

/* ORDERS has one set for each lock released, then one for each acquired. */
summary summary_make (struct summaries *summaries, idset released, idset acquired,
                      idset used, const idset *orders);
/* The summary of one acquisition of LOCK, or of one release. */
summary summary_of_operation (struct summaries *summaries, lock_id lock, bool acquires);
/* The summary of A followed by B. */
summary summary_compose (struct summaries *summaries, summary a, summary b);

/* Do A and B have the same shape, and has A no more than B in all other sets? */
bool summary_is_below (struct summaries *summaries, summary a, summary b);

/* after[lock], if AFTER; otherwise before[lock].  The lock is in A, or in R. */
idset summary_order (const struct summaries *summaries, summary s, lock_id lock,
                     bool after);

#endif
