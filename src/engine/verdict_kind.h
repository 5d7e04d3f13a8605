/* verdict_kind.h -- the three verdicts, and what it takes to come to one. */
#ifndef ENGINE_VERDICT_KIND_H
#define ENGINE_VERDICT_KIND_H

#include <stdint.h>

#include "base/quota.h"

enum verdict_kind
{
  VERDICT_SAFE,
  VERDICT_VIOLATION,
  VERDICT_UNKNOWN,
};

/* What it took to decide a query.  Each line has a name, which is a member of records
   (doc/json.md) and of the struct below, in the order of records; how the numbers of
   two queries are combined, SUM or MOST; and what is counted.  Numbers that an engine
   does not count stay zero. */
#define VERDICT_COUNTS(C)                                                               \
  C (choices, SUM, "choices of processes that were considered")                         \
  C (locks, MOST, "locks that were kept")                                               \
  C (symbols, SUM, "symbols of all products, the phases not counted")                   \
  C (rules, SUM, "rules of all products")                                               \
  C (roles, SUM, "roles computed")                                                      \
  C (roles_reused, SUM, "roles that another query had computed")                        \
  C (looks, SUM, "looks of the antichains, each with one more lock (5j)")               \
  C (tuples, MOST, "tuples of an antichain")                                            \
  C (work, SUM, "compositions and comparisons of tuples")                               \
  C (peak_nodes, MOST, "nodes of BDDs")                                                 \
  C (operations, SUM, "operations on BDDs")                                             \
  C (visited, SUM, "states of the explicit search, repetitions counted; steps of the "  \
     "stateless one; states of the intersections of cpds")                              \
  C (stored, SUM, "states that the explicit search kept")                               \
  C (executions, SUM, "executions of the stateless search")                             \
  C (letters, MOST, "letters up to which cpds knows words exactly")                     \
  C (words, MOST, "nodes of sets of words")                                             \
  C (depth, MOST, "steps of one process that the bounded search considered")            \
  C (clauses, MOST, "clauses of the bounded search")                                    \
  C (frames, MOST, "frames of the proof by induction")                                  \
  C (learned, SUM, "clauses that it learned")                                           \
  C (calls, SUM, "calls of the solver of ic3")                                          \
  C (conflicts, SUM, "conflicts in them")

struct verdict_counts
{
#define VERDICT_COUNT(name, combine, meaning) uint64_t name;
  VERDICT_COUNTS (VERDICT_COUNT)
#undef VERDICT_COUNT
};

/* Combine MORE into COUNTS. */
void verdict_counts_add (struct verdict_counts *counts,
                         const struct verdict_counts *more);

/* "violation", "safe", "unknown". */
const char *verdict_word (enum verdict_kind kind);
/* "timeout", "memory" and so on. */
const char *verdict_reason_word (enum quota_reason reason);

#endif
