/* bounded.h -- bounded search: deeper and deeper, until something is found, nobody can go
   deeper, or the budget is spent. */
#ifndef ENGINE_BMC_BOUNDED_H
#define ENGINE_BMC_BOUNDED_H

#include "engine/bmc/strategy.h"
#include "engine/symbolic/found.h"
#include "engine/statistics.h"

enum bmc_outcome
{
  BMC_FOUND,
  BMC_EXHAUSTED, /* no execution of any length has what is asked for */
  BMC_BOUND,     /* none up to the greatest depth has it */
  BMC_SPENT,     /* the budget ran out before an answer */
};

/* Indices into bmc_search.counts. */
enum
{
  BMC_COUNT_DEPTH, /* the greatest number of steps of a process considered */
  BMC_COUNT_CLAUSES,
};

struct bmc_search
{
  struct arena *arena;
  struct solver **solver; /* the solver while a search runs, null otherwise: the caller
                             frees it if the search unwinds */
  uint32_t most;          /* the greatest depth; 0: no limit */
  uint32_t least;         /* at smaller depths the solver is not asked, unless no process
                             can go deeper; 0 if not lazy, since a deadlock is then told of
                             the last state only */
  uint64_t conflicts;    /* most conflicts of one call of the solver; 0: no limit.  With a
                            limit the search also gives up at some depth */
  uint64_t *counts;      /* by BMC_COUNT_...; or null */
  struct dimacs *dimacs; /* receives the last question to the solver; or null */
  bool lazy;             /* processes are unrolled apart; else together (paper/eager.c) */
  bool locksets;         /* no token passes between points that hold the same lock */
  bool movers;           /* see movers.h */
  bool csr, contexts, balance; /* see next_places.h */
  bool all_races; /* find one race for each pair of statements (race_pairs.h).  Without a
                     greatest depth it ends a little beyond twice the latest one's */
  /* Results. */
  uint32_t depth;           /* the greatest depth that was reached */
  VEC (struct found) found; /* the run found; with all_races, one for each race */
  bool found_all;           /* it is proved that there are no races but those found */
};

enum bmc_outcome bmc_search (struct bmc_search *search, const struct question *question);

#endif
