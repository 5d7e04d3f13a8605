/* search.h -- bounded search: deeper and deeper, until something is found, nobody can go
 * deeper, or the budget is spent.
 */
#ifndef ENGINE_BMC_SEARCH_H
#define ENGINE_BMC_SEARCH_H

#include "engine/bmc/tokens.h"

/* A step of the run that was found. */
struct bmc_step
{
  process_id process;
  uint32_t rule;
  bool moves;
  bool chose;      /* a value, */
  int64_t value;   /* ... this one */
};

enum bmc_outcome
{
  BMC_FOUND,
  BMC_EXHAUSTED, /* there is nothing, at any depth */
  BMC_BOUND,     /* nothing up to the greatest depth */
};

struct bmc_search
{
  struct arena *arena;
  struct solver *solver;   /* of the caller, who frees it */
  uint32_t most;           /* the greatest depth; 0: no limit */
  bool locksets;
  FILE *dump;              /* the last instance goes here; or null */
  /* Results. */
  uint32_t depth;          /* reached */
  uint64_t pairs, clauses, gates;
  VEC (struct bmc_step) run;
  VEC (int64_t) initial;   /* of a run: the first value of each cell, by item */
};

enum bmc_outcome bmc_search (struct bmc_search *search,
                             const struct bmc_question *question);

#endif
