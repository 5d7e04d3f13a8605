/* compare.h -- what changed between two runs.
 *
 * Queries are matched by their ids.  An id changes with the text of its model, and
 * whoever edits a program wants to know about just those queries: so the others are
 * matched by what was asked (model, automata, pattern, fields).
 */
#ifndef RESULTS_COMPARE_H
#define RESULTS_COMPARE_H

#include "results/results.h"

/* What became of a query; a name, and what it means.  One query has one change,
   the first that applies. */
#define CHANGES(X)                                                                       \
  X (INTRODUCED, "introduced", "a violation now; before safe, unknown or not asked")     \
  X (FIXED, "fixed", "safe now; before a violation")                                     \
  X (UNKNOWN, "newly unknown", "unknown now; before a violation or safe")                \
  X (DECIDED, "newly decided", "safe now; before unknown")                               \
  X (ADDED, "added", "only in the new run, and no violation")                            \
  X (REMOVED, "removed", "only in the old run")                                          \
  X (SLOWER, "slower", "the same verdict, but it took longer")                           \
  X (FASTER, "faster", "the same verdict, but it took less time")                        \
  X (NONE, "unchanged", "the same verdict")

enum change_kind
{
#define CHANGE_KIND(id, name, text) CHANGE_##id,
  CHANGES (CHANGE_KIND)
#undef CHANGE_KIND
    CHANGE_COUNT
};

struct change
{
  enum change_kind kind;
  const struct result *before, *after; /* one of them may be null */
};

struct compare_options
{
  double ratio; /* times that differ by less are the same */
  double least; /* and by fewer milliseconds: ratios of tiny times mean nothing */
};

struct comparison
{
  /* By kind; violations that were introduced or fixed by their causes, the most dangerous
     first; else in the order of the new run. */
  VEC (struct change) list;
  uint32_t counts[CHANGE_COUNT];
  uint32_t same[3];           /* by verdict, with it before and after */
  uint32_t gaps;              /* of these, safe now but for what was not looked at */
  uint32_t both;              /* queries that are in both runs */
  double ms_before, ms_after; /* of those with the same verdict, not unknown */
};

/* The records of RESULTS before SPLIT are the old run, the others the new one; at
   most one per id in each. */
void compare_results (struct comparison *comparison, const struct results *results,
                      uint32_t split, const struct compare_options *options);

/* The violation that CHANGE introduced or fixed; null: it is about no violation. */
const struct result *change_violation (const struct change *change);

/* "newly unknown" */
const char *change_name (enum change_kind kind);

#endif
