/* bounded.c -- see bounded.h: one depth after the other, whatever the strategy.
 *
 * One solver has the clauses of all depths so far.  At each depth it is asked for a hit,
 * and whether a process can go deeper.  If times have too few bits, all begins again with
 * wider ones.  Cost: a few calls of the solver for each depth.
 */
#include <config.h>

#include "engine/bmc/bounded.h"

#include "base/log.h"
#include "engine/bmc/movers.h"
#include "engine/bmc/searching.h"

/* ---- The solver. ---- */

/* Ask the solver whether WANTED can be true; WHAT is that question in words. */
static enum solver_answer
solve (struct bounded *b, aig_lit wanted, const char *what, uint64_t conflicts)
{
  assert (*b->search->solver);
  struct dimacs *dimacs = b->search->dimacs;
  if (dimacs && aig_equal (wanted, AIG_FALSE))
    dimacs_refute (dimacs, what, b->search->depth);
  if (aig_equal (wanted, AIG_FALSE))
    return SOLVER_UNSAT;
  if (dimacs)
    {
      dimacs->what = what;
      dimacs->depth = b->search->depth;
    }
  b->strategy->coupling->close (b->coupling);
  deadlock_close (&b->deadlock);
  clauses_assume (&b->clauses, wanted);
  return solver_solve (*b->search->solver, conflicts);
}

aig_lit
bounded_some_hit (struct bounded *b, uint32_t first)
{
  struct unrolling *all = &b->bmc.all;
  aig_lit some = AIG_FALSE;
  assert (first <= all->hits.count);
  for (uint32_t i = first; i < all->hits.count; i++)
    {
      const struct unrolled_hit *hit = &all->hits.at[i];
      if (!b->search->all_races || !race_pairs_know (&b->pairs, hit))
        some = aig_or (&all->aig, some, hit->when);
      else if (hit->ends) /* shows this race, already known, and nothing else */
        clauses_require (&b->clauses, aig_not (hit->when));
    }
  return some;
}

/* Ask whether *WANTED can be true with any number of passings of the token.  More
   passings may add hits, which become part of the goal.  So the answer "no" about the
   goal is final only if there are as many passings as there can be.  If there are fewer,
   passings are added at the LAST depth, or where their bound caused the answer; otherwise
   the result is SOLVER_UNDECIDED. */
static enum solver_answer
solve_fully (struct bounded *b, const aig_lit *wanted, const char *what,
             uint64_t conflicts, bool last)
{
  for (;;)
    {
      enum solver_answer answer = solve (b, *wanted, what, conflicts);
      if (answer != SOLVER_UNSAT || aig_equal (*wanted, AIG_FALSE))
        return answer;
      enum coupling_reach reach = b->strategy->coupling->reach (b->coupling);
      bool few = reach == COUPLING_TOO_FEW;
      if (reach == COUPLING_ALL || (!few && wanted != &b->goal))
        return SOLVER_UNSAT;
      uint32_t hits = b->bmc.all.hits.count;
      if ((!few && !last) || !b->strategy->coupling->extend (b->coupling))
        return SOLVER_UNDECIDED;
      b->goal = aig_or (&b->bmc.all.aig, b->goal, bounded_some_hit (b, hits));
      b->is_new = true;
    }
}

/* Most goals are reached with few passings, and the solver finds them fast if it need not
   consider others; if it finds none, little time was lost.  A depth of nothing but local
   steps adds conditions and nothing that could come true, so the last answer stands. */
enum solver_answer
bounded_solve_goal (struct bounded *b, const char *what, uint64_t conflicts, bool last)
{
  if (!b->is_new)
    return b->answer;
  b->answer = SOLVER_UNDECIDED;
  if (!b->strategy->together && !aig_equal (b->goal, AIG_FALSE))
    {
      b->strategy->coupling->hurry (b->coupling);
      b->answer = solve (b, b->goal, what, conflicts);
    }
  if (b->answer != SOLVER_SAT)
    b->answer = solve_fully (b, &b->goal, what, conflicts, last);
  b->is_new = b->answer == SOLVER_SAT;
  return b->answer;
}

/* The solver is asked whether some process can go deeper at each depth up to
   ASKED_ALWAYS, then at every multiple of ASKED_EVERY and at the greatest depth.  Where
   it is not asked the search goes on, which is sound. */
#define ASKED_ALWAYS 40
#define ASKED_EVERY 8

/* First ask without any passing of the token: often a process can go on alone, and that
   is far simpler for the solver. */
enum solver_answer
bounded_goes_deeper (struct bounded *b, aig_lit deeper, uint64_t conflicts, bool last)
{
  static const char one_more[] = "can a process make one more step?";
  uint32_t depth = b->search->depth;
  if (aig_equal (deeper, AIG_FALSE))
    return SOLVER_UNSAT;
  if (depth > ASKED_ALWAYS && depth % ASKED_EVERY != 0 && depth != b->search->most)
    return SOLVER_SAT;
  if (!b->strategy->together)
    {
      coupling_stop (b->coupling);
      if (solve (b, deeper, one_more, conflicts) == SOLVER_SAT)
        return SOLVER_SAT;
    }
  return solve_fully (b, &deeper, one_more, conflicts, last);
}

/* ---- A depth. ---- */

/* Has this depth more than local steps?  Before it there were HITS hits.  If questions
   are dumped every depth counts, so that the dump is of the last one. */
static bool
has_news (const struct bounded *b, uint32_t hits)
{
  const struct bmc *bmc = &b->bmc;
  return b->strategy->together || b->search->dimacs || bmc->receivers.list.count
         || bmc->senders.list.count || bmc->all.awaits.count
         || bmc->all.hits.count > hits;
}

/* Go one step deeper.  False: times have too few bits for it.  *DEEPER: the literal that
   says that some process can make more steps than this. */
static bool
deepen (struct bounded *b, aig_lit *deeper)
{
  struct bmc *bmc = &b->bmc;
  const struct bits *before
    = bmc->all.processes.count ? bmc->all.processes.at[0].shared : NULL;
  uint32_t hits = bmc->all.hits.count;
  b->strategy->deepen (bmc);
  b->search->depth++;
  assert (!b->search->most || b->search->depth <= b->search->most);
  if (!b->strategy->coupling->fit (b->coupling))
    return false;
  b->is_new |= has_news (b, hits);
  b->goal = aig_or (&bmc->all.aig, b->goal, deadlock_add (&b->deadlock, before));
  b->strategy->coupling->add (b->coupling);
  b->goal = aig_or (&bmc->all.aig, b->goal, bounded_some_hit (b, hits));
  *deeper = b->strategy->is_deeper (bmc);
  LOG (1, "depth %u: %u gates, %llu clauses, %llu conflicts", (unsigned) b->search->depth,
       (unsigned) bmc->all.aig.nodes.count, (unsigned long long) b->clauses.count,
       (unsigned long long) solver_conflicts (*b->search->solver));
  return true;
}

static void
count (const struct bounded *b)
{
  uint64_t *counts = b->search->counts;
  if (!counts)
    return;
  statistic_most (&counts[BMC_COUNT_DEPTH], b->search->depth);
  statistic_most (&counts[BMC_COUNT_CLAUSES], b->clauses.count);
}

/* The depth at which a search with a budget gives up. */
#define BUDGET_DEPTH 120

/* Ask for a first hit at this depth.  Returns whether the search is over (END: how). */
static bool
look_for_first (struct bounded *b, aig_lit deeper, struct bounded_end *end)
{
  const struct bmc_search *search = b->search;
  assert (!search->all_races);
  enum solver_answer found
    = bounded_solve_goal (b, "can what is asked for happen?", search->conflicts, false);
  enum solver_answer more = SOLVER_SAT;
  if (found == SOLVER_UNSAT)
    more = bounded_goes_deeper (b, deeper, search->conflicts, false);
  bool spent = found == SOLVER_UNDECIDED || more == SOLVER_UNDECIDED
               || (search->conflicts && search->depth >= BUDGET_DEPTH);
  end->outcome = found == SOLVER_SAT    ? BMC_FOUND
                 : more == SOLVER_UNSAT ? BMC_EXHAUSTED
                 : spent                ? BMC_SPENT
                                        : BMC_BOUND;
  return end->outcome != BMC_BOUND;
}

/* ---- The search. ---- */

static void
begin (struct bounded *b, struct bmc_search *search, const struct question *question,
       const struct bmc_strategy *strategy, uint32_t bits)
{
  struct bmc *bmc = &b->bmc;
  bool lazy = !strategy->together;
  b->search = search;
  b->strategy = strategy;
  bmc_init (bmc, question, bits, search->arena);
  next_places_init (bmc, search->csr, search->contexts, search->balance);
  clauses_init (&b->clauses, &bmc->all.aig, *search->solver, search->arena);
  b->coupling = strategy->coupling->begin (bmc, &b->clauses, search->locksets);
  bmc->all.waits = strategy->together;
  if (search->movers && lazy)
    movers_find (bmc);
  deadlock_init (&b->deadlock, bmc, &b->clauses, lazy);
  if (search->all_races)
    race_pairs_init (&b->pairs, &bmc->all);
  b->start = bmc->all.processes.count ? bmc->all.processes.at[0].shared : NULL;
  b->goal = AIG_FALSE;
  b->answer = SOLVER_UNSAT;
}

/* One attempt, with times of BITS bits.  KNOWN: no hit has a smaller depth, as an earlier
   attempt showed. */
static struct bounded_end
attempt (struct bmc_search *search, const struct question *question,
         const struct bmc_strategy *strategy, uint32_t bits, uint32_t known)
{
  assert (known == 0 || !search->all_races);
  struct bounded *b = arena_calloc (search->arena, 1, sizeof *b);
  struct bounded_end end = { .outcome = BMC_BOUND };
  begin (b, search, question, strategy, bits);
  search->depth = search->found.count = 0;
  while (!search->most || search->depth < search->most)
    {
      aig_lit deeper;
      end.needs_bits = !deepen (b, &deeper);
      if (end.needs_bits)
        break;
      count (b);
      if (search->depth < known
          || (search->depth < search->least && !aig_equal (deeper, AIG_FALSE)))
        continue;
      if (search->all_races ? all_races_look (b, deeper, &end)
                            : look_for_first (b, deeper, &end))
        break;
    }
  if (end.outcome == BMC_FOUND && search->found.count == 0)
    discovery_tell (b);
  search->found_all = search->all_races
                      && (end.outcome == BMC_EXHAUSTED || race_pairs_are_all (&b->pairs));
  if (search->found.count > 0)
    end.outcome = BMC_FOUND;
  return end;
}

static const struct bmc_strategy together
  = { true, &coupling_by_tokens, eager_deepen, eager_is_deeper };
static const struct bmc_strategy by_tokens
  = { false, &coupling_by_tokens, bmc_deepen, bmc_is_deeper };
static const struct bmc_strategy by_passings
  = { false, &coupling_by_passings, bmc_deepen, bmc_is_deeper };

/* Width of times in the first attempt, and by how much each later one is wider. */
#define FIRST_BITS 7
#define MORE_BITS 5

enum bmc_outcome
bounded_search (struct bmc_search *search, const struct question *question)
{
  uint32_t bits = search->all_races ? FIRST_BITS + MORE_BITS : FIRST_BITS, known = 0;
  const struct bmc_strategy *strategy = !search->lazy       ? &together
                                        : search->all_races ? &by_passings
                                                            : &by_tokens;
  for (;;)
    {
      *search->solver = solver_new (search->arena->quota);
      if (search->dimacs)
        {
          dimacs_start (search->dimacs);
          solver_record (*search->solver, search->dimacs);
        }
      if (LOG_IS_COMPILED_IN)
        solver_count_conflicts (*search->solver);
      struct bounded_end end = attempt (search, question, strategy, bits, known);
      solver_free (*search->solver);
      *search->solver = NULL;
      assert (!end.needs_pairs || strategy == &by_passings);
      if (!end.needs_bits && !end.needs_pairs)
        return end.outcome;
      bits += end.needs_bits ? MORE_BITS : 0;
      if (end.needs_pairs)
        strategy = &by_tokens;
      known = search->all_races ? 0 : search->depth;
      LOG (1, "the search begins again, with times of %u bits", (unsigned) bits);
    }
}

enum bmc_outcome
bmc_search (struct bmc_search *search, const struct question *question)
{
  assert (!*search->solver && search->found.count == 0);
  assert (search->lazy || search->least == 0);
  return search->all_races ? all_races_search (search, question)
                           : bounded_search (search, question);
}
