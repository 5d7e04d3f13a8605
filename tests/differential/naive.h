/* naive.h -- the plainest way to decide a query: try everything.
 *
 * A breadth-first search over all interleavings of a multi-PDS, one choice of
 * processes after the other, with the automaton as its definition has it
 * (phaseauto/instance.h).  No reductions, no cleverness: it is what the engines
 * and the referee are measured by where it can afford to look.
 *
 * Everything is borrowed.
 */
#ifndef TESTS_NAIVE_H
#define TESTS_NAIVE_H

#include "query/query.h"
#include "engine/verdict_kind.h"

struct naive_options
{
  bool everyone;   /* processes that play no thread run, too */
  uint32_t states; /* the most for each choice of processes */
  uint32_t depth;  /* of a stack, at most */
};

/* Unknown, if a bound was met and no violation found. */
enum verdict_kind naive_decide (const struct pds *pds, const struct query *query,
                                const struct naive_options *options);

#endif
