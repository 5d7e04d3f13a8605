/* bounded.c -- see bounded.h. */
#include <config.h>

#include "engine/bmc/bounded.h"

#include <stdlib.h>

#include "base/log.h"
#include "engine/bmc/deadlock.h"
#include "engine/bmc/eager.h"
#include "engine/bmc/movers.h"

/* ---- The run of a model of the clauses. ---- */

/* A step that is made, and when. */
struct made
{
  int64_t time;
  uint32_t process, depth, step;
};

struct bmc_made_list
{
  VEC (struct made) list;
};

static int
compare_made (const void *a, const void *b)
{
  const struct made *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/* Steps of PROCESS that come before the hit: up to which depth, if it is there. */
static bool
is_in_hit (const struct bmc_search *search, uint32_t process, uint32_t *depth)
{
  for (uint32_t i = 0; i < search->places.count; i++)
    if (search->places.at[i].process == process)
      {
        *depth = search->places.at[i].depth;
        return true;
      }
  return false;
}

/* The steps of process number P up to time LAST that the hit needs, in ALL.  A local step
   happens with the visible one before it; one that no visible step follows is left out,
   unless it leads to the hit, or out of an atomic block. */
static void
gather_steps (struct bmc_search *search, const struct bmc *bmc, uint32_t p,
              int64_t last, struct aig_values *values, struct bmc_made_list *all)
{
  const struct unrolled *u = &bmc->all.processes.at[p];
  int64_t time = -1;
  uint32_t most = 0, kept = all->list.count;
  bool is_in = is_in_hit (search, p, &most);
  for (uint32_t i = 0; i < u->steps.count; i++)
    {
      const struct unrolled_step *step = &u->steps.at[i];
      if (!aig_value (values, step->when) || (is_in && step->depth >= most))
        continue;
      if (step->visible)
        time = bits_value (values, step->time);
      if (time > last)
        break;
      *vec_push (search->arena, &all->list) = (struct made){ time, p, step->depth, i };
      if (step->visible || is_in || step->ends)
        kept = all->list.count;
    }
  all->list.count = kept;
}

/* The run to the hit, at time LAST: the steps of all processes in the order of their
   times. */
static void
tell_run (struct bmc_search *search, struct bmc *bmc, int64_t last,
          struct aig_values *values)
{
  struct bmc_made_list all = { VEC_EMPTY };
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    gather_steps (search, bmc, p, last, values, &all);
  if (all.list.count)
    qsort (all.list.at, all.list.count, sizeof *all.list.at, compare_made);
  for (uint32_t i = 0; i < all.list.count; i++)
    {
      const struct made *made = &all.list.at[i];
      const struct unrolled_step *step
        = &bmc->all.processes.at[made->process].steps.at[made->step];
      *vec_push (search->arena, &search->run)
        = found_step_of (values, made->process, step);
    }
  for (uint32_t i = 0; i < search->places.count; i++)
    *vec_push (search->arena, &search->run)
      = (struct found_step){ { search->places.at[i].process }, search->places.at[i].rule,
                             true, 0 };
}

/* ---- The search. ---- */

static enum solver_answer
solve (struct bmc_search *search, struct tokens *tokens, struct deadlock *deadlock,
       aig_lit wanted)
{
  if (aig_equal (wanted, AIG_FALSE))
    return SOLVER_UNSAT;
  tokens_close (tokens); /* there are none if the search is eager */
  deadlock_close (deadlock);
  clauses_assume (tokens->clauses, wanted);
  return solver_solve (*search->solver, search->conflicts);
}

/* The hits from number FIRST on. */
static aig_lit
some_hit (struct bmc *bmc, uint32_t first)
{
  aig_lit some = AIG_FALSE;
  for (uint32_t i = first; i < bmc->all.hits.count; i++)
    some = aig_or (&bmc->all.aig, some, bmc->all.hits.at[i].when);
  return some;
}

/* Where the hit is that came true; returns its time. */
static int64_t
find_hit (struct bmc_search *search, struct bmc *bmc, const struct deadlock *deadlock,
          struct aig_values *values)
{
  assert (search->places.count == 0 && search->locks.count == 0);
  if (bmc->all.question->goal == GOAL_DEADLOCK)
    {
      vec_reserve (search->arena, &search->places, bmc->all.processes.count);
      vec_reserve (search->arena, &search->locks, bmc->all.processes.count);
      search->places.count = search->locks.count
        = stuck_tell (&deadlock->set, values, search->places.at, search->locks.at);
      return bits_value (values, deadlock->time);
    }
  /* The first one: a race may be shown by a token that is passed in the midst of a block,
     and what comes afterwards is no execution. */
  const struct unrolled_hit *hit = NULL;
  for (uint32_t i = 0; i < bmc->all.hits.count; i++)
    {
      const struct unrolled_hit *h = &bmc->all.hits.at[i];
      if (aig_value (values, h->when)
          && (!hit || bits_value (values, h->time) < bits_value (values, hit->time)))
        hit = h;
    }
  assert (hit);
  *vec_push (search->arena, &search->places) = hit->place;
  if (hit->race)
    *vec_push (search->arena, &search->places) = hit->other;
  return bits_value (values, hit->time);
}

/* The clauses are satisfied: tell how. */
static void
tell (struct bmc_search *search, struct bmc *bmc, struct clauses *clauses,
      const struct deadlock *deadlock, const struct bits *start)
{
  struct aig_values values;
  clauses_values (clauses, &values, search->arena);
  tell_run (search, bmc, find_hit (search, bmc, deadlock, &values), &values);
  search->initial = found_initial (&bmc->all, &values, start);
}

/* One step deeper.  Returns: some process makes this step. */
static aig_lit
deepen (struct bmc_search *search, struct bmc *bmc, struct tokens *tokens,
        struct deadlock *deadlock, aig_lit *active, aig_lit *goal)
{
  const struct bits *before
    = bmc->all.processes.count ? bmc->all.processes.at[0].shared : NULL;
  uint32_t hits = bmc->all.hits.count;
  if (search->lazy)
    bmc_deepen (bmc);
  else
    {
      /* Nobody does anything after a step in which nobody did. */
      aig_lit earlier = *active;
      *active = eager_deepen (bmc);
      bmc_require (bmc, *active, earlier);
    }
  search->depth++;
  if (!tokens_fit (tokens))
    return AIG_FALSE;
  *goal = aig_or (&bmc->all.aig, *goal, deadlock_add (deadlock, before));
  tokens_add (tokens);
  *goal = aig_or (&bmc->all.aig, *goal, some_hit (bmc, hits));
  return search->lazy ? bmc_is_deeper (bmc) : *active;
}

static void
count (struct bmc_search *search, const struct clauses *clauses)
{
  struct verdict_counts more = { .depth = search->depth, .clauses = clauses->count };
  if (search->counts)
    verdict_counts_add (search->counts, &more);
}

/* Depths after which a search with a budget gives up. */
#define BUDGET_DEPTH 120

/* Is the search over at this depth?  *OUTCOME: how. */
static bool
look_at_depth (struct bmc_search *search, struct tokens *tokens,
               struct deadlock *deadlock, aig_lit goal, aig_lit deeper,
               enum bmc_outcome *outcome)
{
  enum solver_answer found = solve (search, tokens, deadlock, goal);
  enum solver_answer more = SOLVER_SAT;
  if (found == SOLVER_UNSAT)
    more = solve (search, tokens, deadlock, deeper);
  bool spent = found == SOLVER_UNDECIDED || more == SOLVER_UNDECIDED
               || (search->conflicts && search->depth >= BUDGET_DEPTH);
  *outcome = found == SOLVER_SAT    ? BMC_FOUND
             : more == SOLVER_UNSAT ? BMC_EXHAUSTED
             : spent                ? BMC_SPENT
                                    : BMC_BOUND;
  return *outcome != BMC_BOUND;
}

/* All that is made for one search; it begins again with more BITS if they run out. */
static enum bmc_outcome
search_with (struct bmc_search *search, const struct unrolling_question *question,
             uint32_t bits, bool *begin_again)
{
  struct bmc bmc;
  struct clauses clauses;
  struct tokens tokens;
  struct deadlock deadlock;
  bmc_init (&bmc, question, bits, search->arena);
  whereabouts_init (&bmc, search->csr, search->contexts, search->balance);
  clauses_init (&clauses, &bmc.all.aig, *search->solver, search->arena);
  tokens_init (&tokens, &bmc, &clauses, search->locksets);
  bmc.all.waits = !search->lazy;
  if (search->movers && search->lazy)
    movers_find (&bmc);
  deadlock_init (&deadlock, &bmc, &clauses, search->lazy);
  const struct bits *start
    = bmc.all.processes.count ? bmc.all.processes.at[0].shared : NULL;
  aig_lit goal = AIG_FALSE; /* at any depth so far */
  aig_lit active = AIG_TRUE; /* some process makes the last step */
  enum bmc_outcome outcome = BMC_BOUND;
  search->depth = 0;
  while (!*begin_again && (!search->most || search->depth < search->most))
    {
      aig_lit deeper = deepen (search, &bmc, &tokens, &deadlock, &active, &goal);
      LOG (1, "depth %u: %u gates, %llu clauses, %llu conflicts", (unsigned) search->depth,
           (unsigned) bmc.all.aig.nodes.count, (unsigned long long) clauses.count,
           (unsigned long long) solver_conflicts (*search->solver));
      /* Together, the depth is the time. */
      *begin_again = !tokens_fit (&tokens)
                     || (!search->lazy && search->depth >> (bits - 1) != 0);
      if (*begin_again)
        break;
      count (search, &clauses);
      if (!look_at_depth (search, &tokens, &deadlock, goal, deeper, &outcome))
        continue;
      if (outcome == BMC_FOUND)
        tell (search, &bmc, &clauses, &deadlock, start);
      break;
    }
  return outcome;
}

/* Bits of times to begin with, and how many more when they run out. */
#define FIRST_BITS 7
#define MORE_BITS 5

enum bmc_outcome
bmc_search (struct bmc_search *search, const struct unrolling_question *question)
{
  assert (!*search->solver && search->run.count == 0);
  uint32_t bits = FIRST_BITS;
  for (;;)
    {
      bool begin_again = false;
      *search->solver = solver_new (search->arena->quota);
      if (LOG_IS_COMPILED_IN)
        solver_count_conflicts (*search->solver);
      enum bmc_outcome outcome = search_with (search, question, bits, &begin_again);
      solver_free (*search->solver);
      *search->solver = NULL;
      if (!begin_again)
        return outcome;
      bits += MORE_BITS;
      LOG (1, "the search begins again, with times of %u bits", (unsigned) bits);
    }
}
