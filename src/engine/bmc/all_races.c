/* all_races.c -- one race for each pair of statements (race_pairs.h): the search goes on
 * after a race, for others.
 *
 * Where the solver does not decide whether there is another race at this depth, the
 * search goes on deeper if some process can: greater depths include smaller ones.
 */
#include <config.h>

#include "base/log.h"
#include "engine/bmc/searching.h"

/* Without a greatest depth, the search ends at 2 * that of the latest race plus this. */
#define PATIENCE 8
/* Conflicts allowed in a call of the solver that looks for another race, at most depths
   and at the last one: to prove that there is none may take very long. */
#define RACE_CONFLICTS 2000
#define LAST_RACE_CONFLICTS 20000

/* A race was found.  Reserve an eighth of the remaining time for rebuilding and replaying
   the races found; the search stops before. */
static void
spare_time (struct bounded *b)
{
  uint64_t deadline = b->search->arena->quota->deadline, now = quota_clock ();
  assert (b->search->all_races && b->search->found.count > 0);
  if (b->deadline || deadline <= now)
    return;
  b->deadline = deadline - (deadline - now) / 8;
  solver_set_deadline (*b->search->solver, b->deadline);
}

/* Find races at this depth until there is none left (unsatisfiable), the solver does not
   decide (undecided), or all pairs are found (satisfiable).  At the LAST depth, with
   tokens.c, the search for a first race has no limit of its own, so that "none" is an
   answer. */
static enum solver_answer
find_races (struct bounded *b, bool last)
{
  struct bmc_search *search = b->search;
  assert (search->all_races);
  b->is_new |= last; /* the limit is greater than at earlier depths */
  for (;;)
    {
      bool finds
        = search->found.count > 0 || b->strategy->coupling == &coupling_by_passings;
      uint64_t conflicts = !last   ? RACE_CONFLICTS
                           : finds ? LAST_RACE_CONFLICTS
                                   : search->conflicts;
      enum solver_answer found
        = bounded_solve_goal (b, "can another race happen?", conflicts, last);
      if (found != SOLVER_SAT)
        return found;
      discovery_tell (b);
      spare_time (b);
      if (race_pairs_are_all (&b->pairs))
        return SOLVER_SAT;
      b->goal = bounded_some_hit (b, 0);
    }
}

bool
all_races_look (struct bounded *b, aig_lit deeper, struct bounded_end *end)
{
  struct bmc_search *search = b->search;
  bool last = search->depth == search->most;
  enum solver_answer found = find_races (b, last);
  uint64_t conflicts = found == SOLVER_UNDECIDED ? RACE_CONFLICTS : search->conflicts;
  if (found != SOLVER_SAT
      && bounded_goes_deeper (b, deeper, conflicts, last) == SOLVER_UNSAT)
    {
      if (found == SOLVER_UNDECIDED && !last)
        found = find_races (b, true);
      end->outcome = found == SOLVER_UNSAT ? BMC_EXHAUSTED : BMC_BOUND;
      last = true;
    }
  if (last)
    {
      end->needs_pairs = b->strategy->coupling == &coupling_by_passings
                         && found == SOLVER_UNDECIDED && search->found.count == 0;
      return true;
    }
  if (found == SOLVER_SAT || (b->deadline && quota_clock () >= b->deadline))
    return true;
  return !search->most && search->found.count > 0
         && search->depth >= 2 * b->latest + PATIENCE;
}

/* If memory or time runs out, or a signal comes, while some races are known, these are
   the result.  An eighth of the memory is reserved for showing them, as spare_time does
   for time; that work is short, so it is not interrupted. */
enum bmc_outcome
all_races_search (struct bmc_search *search, const struct question *question)
{
  struct quota *quota = search->arena->quota;
  struct quota_frame frame, *const outer = quota->frame;
  const size_t limit = quota->limit;
  assert (search->all_races && quota->armed);
  if (quota_frame_checkpoint (quota, &frame))
    {
      quota->frame = outer;
      quota->limit = limit;
      if (search->found.count == 0)
        quota_exhaust (quota, quota->reason);
      LOG (1, "the search for other races ends: %u are found",
           (unsigned) search->found.count);
      quota->interrupted = NULL;
      quota->deadline = 0;
      solver_free (*search->solver);
      *search->solver = NULL;
      search->found_all = false;
      return BMC_FOUND;
    }
  quota->limit -= limit == SIZE_MAX ? 0 : limit / 8;
  enum bmc_outcome outcome = bounded_search (search, question);
  quota->frame = outer;
  quota->limit = limit;
  return outcome;
}
