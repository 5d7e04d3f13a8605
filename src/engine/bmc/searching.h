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
  const struct bits *start; /* the initial shared state */
  aig_lit goal;             /* some hit, at any depth so far, happens */
  bool is_new;              /* the goal has changed since `answer', the solver's last
                               answer about it */
  enum solver_answer answer;
  struct race_pairs pairs; /* if all races are asked for */
  uint32_t latest;         /* the depth at which the latest race was found */
  uint64_t deadline;       /* when to stop looking for more races; 0: never */
};

/* How an attempt ended. */
struct bounded_end
{
  enum bmc_outcome outcome;
  bool needs_bits;  /* start again: times have too few bits */
  bool needs_pairs; /* start again with tokens.c: passings.c has no proof */
};

/* ---- bounded.c ---- */

/* The literal "one of the hits from number FIRST on happens", without races that were
   already found. */
aig_lit bounded_some_hit (struct bounded *b, uint32_t first);

/* Can the goal be reached?  WHAT is that question in words.  CONFLICTS limits each call
   of the solver; 0: no limit.  At the LAST depth passings are added as needed. */
enum solver_answer bounded_solve_goal (struct bounded *b, const char *what,
                                       uint64_t conflicts, bool last);

/* Can some process make one more step?  DEEPER is the literal that says so. */
enum solver_answer bounded_goes_deeper (struct bounded *b, aig_lit deeper,
                                        uint64_t conflicts, bool last);

/* The search, repeated with wider times until they are wide enough. */
enum bmc_outcome bounded_search (struct bmc_search *search,
                                 const struct question *question);

/* ---- discovery.c ---- */

/* The solver has found values for the clauses: add the run that they describe to
   search->found. */
void discovery_tell (struct bounded *b);

/* ---- all_races.c ---- */

/* Find the races of this depth.  Returns whether the search is over, and how in END;
   otherwise it goes on deeper. */
bool all_races_look (struct bounded *b, aig_lit deeper, struct bounded_end *end);

/* Search for all races.  If memory or time runs out, return those found. */
enum bmc_outcome all_races_search (struct bmc_search *search,
                                   const struct question *question);

#endif
