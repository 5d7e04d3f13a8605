/* bounded.h -- bounded search: deeper and deeper, until something is found, nobody can go
 * deeper, or the budget is spent.
 */
#ifndef ENGINE_BMC_BOUNDED_H
#define ENGINE_BMC_BOUNDED_H

#include "engine/bmc/strategy.h"
#include "engine/symbolic/found.h"
#include "engine/statistics.h"

enum bmc_outcome
{
  BMC_FOUND,
  BMC_EXHAUSTED, /* there is nothing, at any depth */
  BMC_BOUND,     /* nothing up to the greatest depth */
  BMC_SPENT,     /* the budget is spent */
};

/* What is counted. */
enum
{
  BMC_COUNT_DEPTH, /* steps of one process that were considered */
  BMC_COUNT_CLAUSES,
};

struct bmc_search
{
  struct arena *arena;
  struct solver **solver; /* where the solver is kept, for a caller that has to free it
                             when the search unwinds; null before and after */
  uint32_t most;          /* the greatest depth; 0: no limit */
  uint32_t least;        /* nothing is asked at smaller depths, unless nobody goes deeper;
                            0 if not lazy: a deadlock is told of the last state only */
  uint64_t conflicts;    /* of one call of the solver; 0: no limit.  With a limit the
                            depth has one, too */
  uint64_t *counts;      /* by the numbers above; or null */
  struct dimacs *dimacs; /* to keep the last question to the solver; or null */
  bool lazy;             /* processes are unrolled apart; else together (paper/eager.c) */
  bool locksets;         /* the token does not go where one lock is held at both ends */
  bool movers;           /* see movers.h */
  bool csr, contexts, balance; /* see next_places.h */
  bool all_races; /* one for each pair of statements (race_pairs.h).  Without a
                     greatest depth the search ends when it has gone to twice the
                     depth of the last one, and a little more */
  /* Results. */
  uint32_t depth;           /* reached */
  VEC (struct found) found; /* one, or all races */
  bool found_all;           /* ... and there are no others */
};

enum bmc_outcome bmc_search (struct bmc_search *search, const struct question *question);

#endif
