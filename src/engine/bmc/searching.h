/* searching.h -- what bounded.c, all_races.c and discovery.c share: one search under way.
 */
#ifndef ENGINE_BMC_SEARCHING_H
#define ENGINE_BMC_SEARCHING_H

#include "engine/bmc/bounded.h"
#include "engine/bmc/deadlock.h"
#include "engine/bmc/race_pairs.h"

struct bounded
{
  struct bmc_search *search;
  const struct bmc_strategy *strategy;
  struct bmc bmc;
  struct clauses clauses;
  struct coupling *coupling;
  struct deadlock deadlock;
  const struct bits *start;  /* the shared state */
  aig_lit goal;              /* what is asked for, at any depth so far */
  bool is_new;               /* the goal may have come true since the last answer: */
  enum solver_answer answer; /* ... what the solver said then */
  struct race_pairs pairs;   /* if all races are asked for */
  uint32_t latest;           /* the depth of the last one */
  uint64_t deadline;         /* when to stop looking for others; 0: never */
};

/* How an attempt ended. */
struct bounded_end
{
  enum bmc_outcome outcome;
  bool needs_bits;  /* it has to begin again: times have too few bits, */
  bool needs_pairs; /* ... or passings prove nothing, and pairs may */
};

/* ---- bounded.c ---- */

/* The hits from number FIRST on, but for races that were found. */
aig_lit bounded_some_hit (struct bounded *b, uint32_t first);

/* WHAT, a question in words: can the goal be, with CONFLICTS of a call of the solver, or
   any number of them if that is 0?  At the LAST depth as many executions are considered
   as that takes. */
enum solver_answer bounded_solve_goal (struct bounded *b, const char *what,
                                       uint64_t conflicts, bool last);

/* Can some process go DEEPER? */
enum solver_answer bounded_goes_deeper (struct bounded *b, aig_lit deeper,
                                        uint64_t conflicts, bool last);

/* Deeper and deeper, with more and more bits of time, until they are enough. */
enum bmc_outcome bounded_search (struct bmc_search *search,
                                 const struct question *question);

/* ---- discovery.c ---- */

/* The clauses are satisfied: tell how. */
void discovery_tell (struct bounded *b);

/* ---- all_races.c ---- */

/* Is a search for all races over at this depth?  It goes on after one, for others. */
bool all_races_look (struct bounded *b, aig_lit deeper, struct bounded_end *end);

/* A search for all races, which keeps those that it has found if it has to unwind. */
enum bmc_outcome all_races_search (struct bmc_search *search,
                                   const struct question *question);

#endif
