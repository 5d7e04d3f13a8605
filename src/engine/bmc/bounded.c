/* bounded.c -- see bounded.h. */
#include <config.h>

#include "engine/bmc/bounded.h"

#include <stdlib.h>

#include "base/log.h"
#include "engine/bmc/deadlock.h"
#include "engine/bmc/eager.h"
#include "engine/bmc/movers.h"
#include "engine/bmc/passings.h"
#include "engine/bmc/race_pairs.h"

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

/* What comes true in that model, and how. */
struct discovery
{
  VEC (struct unrolled_hit_place) places;
  VEC (lock_id) locks;
  VEC (struct found_step) run;
  int64_t time;
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
is_in_hit (const struct discovery *found, uint32_t process, uint32_t *depth)
{
  for (uint32_t i = 0; i < found->places.count; i++)
    if (found->places.at[i].process == process)
      {
        *depth = found->places.at[i].depth;
        return true;
      }
  return false;
}

/* The steps of process number P that the hit needs, in ALL.  A local step
   happens with the visible one before it; one that no visible step follows is left out,
   unless it leads to the hit, or inside of an atomic block to a step that is blocked, or
   out of it. */
static void
gather_steps (const struct discovery *found, const struct bmc *bmc, uint32_t p,
              struct aig_values *values, struct bmc_made_list *all)
{
  assert (p < bmc->all.processes.count);
  const struct unrolled *u = &bmc->all.processes.at[p];
  int64_t time = -1;
  uint32_t most = 0, kept = all->list.count;
  bool is_in = is_in_hit (found, p, &most);
  for (uint32_t i = 0; i < u->steps.count; i++)
    {
      const struct unrolled_step *step = &u->steps.at[i];
      if (!aig_value (values, step->when) || (is_in && step->depth >= most))
        continue;
      if (step->visible)
        time = bits_value (values, step->time);
      if (time > found->time)
        break;
      *vec_push (bmc->all.arena, &all->list) = (struct made){ time, p, step->depth, i };
      if (step->visible || is_in || step->inside)
        kept = all->list.count;
    }
  all->list.count = kept;
}

/* The run to the hit: the steps of all processes in the order of their times. */
static void
tell_run (struct discovery *found, struct bmc *bmc, struct aig_values *values)
{
  struct arena *arena = bmc->all.arena;
  struct bmc_made_list all = { VEC_EMPTY };
  assert (found->places.count > 0 && found->run.count == 0);
  for (uint32_t p = 0; p < bmc->all.processes.count; p++)
    gather_steps (found, bmc, p, values, &all);
  if (all.list.count)
    qsort (all.list.at, all.list.count, sizeof *all.list.at, compare_made);
  for (uint32_t i = 0; i < all.list.count; i++)
    {
      const struct made *made = &all.list.at[i];
      const struct unrolled_step *step
        = &bmc->all.processes.at[made->process].steps.at[made->step];
      *vec_push (arena, &found->run) = found_step_of (values, made->process, step);
    }
  for (uint32_t i = 0; i < found->places.count; i++)
    *vec_push (arena, &found->run) = (struct found_step){
      { found->places.at[i].process }, found->places.at[i].rule, true, 0
    };
}

/* ---- The search. ---- */

/* All that one search works with. */
struct bounded
{
  struct bmc_search *search;
  struct bmc bmc;
  struct clauses clauses;
  bool by_passings; /* tied by these, else by tokens: */
  bool needs_pairs; /* ... which are to be tried, since nothing was found */
  struct passings passings;
  struct tokens tokens;
  struct deadlock deadlock;
  const struct bits *start;  /* the shared state */
  aig_lit goal;              /* what is asked for, at any depth so far */
  aig_lit active;            /* some process makes the last step */
  struct race_pairs pairs;   /* if all races are asked for */
  uint32_t latest;           /* the depth of the last one */
  uint64_t deadline;         /* when to stop looking for others; 0: never */
  uint64_t conflicts;        /* of the next call of the solver; 0: no limit */
  bool is_last;              /* no depth comes after this one */
  bool is_new;               /* the last depth has more than local steps, */
  enum solver_answer answer; /* ... and what the solver said when the goal was new */
};

/* WHAT, a question in words: can WANTED be? */
static enum solver_answer
solve (struct bounded *b, aig_lit wanted, const char *what)
{
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
  if (b->by_passings)
    passings_close (&b->passings);
  else
    tokens_close (&b->tokens); /* there are none if the search is eager */
  deadlock_close (&b->deadlock);
  clauses_assume (&b->clauses, wanted);
  return solver_solve (*b->search->solver, b->conflicts);
}

/* Is HIT one of a pair that was found before? */
static bool
is_old (struct bounded *b, const struct unrolled_hit *hit)
{
  return b->search->all_races && race_pairs_know (&b->pairs, hit);
}

/* The hits from number FIRST on, the new ones. */
static aig_lit
some_hit (struct bounded *b, uint32_t first)
{
  struct unrolling *all = &b->bmc.all;
  aig_lit some = AIG_FALSE;
  assert (first <= all->hits.count);
  for (uint32_t i = first; i < all->hits.count; i++)
    {
      const struct unrolled_hit *hit = &all->hits.at[i];
      if (!is_old (b, hit))
        some = aig_or (&all->aig, some, hit->when);
      else if (hit->ends) /* it would show this race, and nothing else any more */
        clauses_require (&b->clauses, aig_not (hit->when));
    }
  return some;
}

/* Can *WANTED be, with as many passings of the token as it takes?  More of them may show
   more hits, which are part of the goal; so "no" is an answer about the goal only if
   there are as many passings as there can be, and otherwise undecided, except at the last
   depth, where they are added. */
static enum solver_answer
solve_fully (struct bounded *b, const aig_lit *wanted, const char *what)
{
  for (;;)
    {
      enum solver_answer answer = solve (b, *wanted, what);
      if (answer != SOLVER_UNSAT || !b->by_passings || aig_equal (*wanted, AIG_FALSE)
          || passings_are_complete (&b->passings))
        return answer;
      bool few = passings_are_few (&b->passings);
      if (!few && wanted != &b->goal)
        return SOLVER_UNSAT;
      uint32_t hits = b->bmc.all.hits.count;
      if ((!few && !b->is_last) || !passings_extend (&b->passings))
        return SOLVER_UNDECIDED;
      b->goal = aig_or (&b->bmc.all.aig, b->goal, some_hit (b, hits));
      b->is_new = true;
    }
}

/* Which hit came true?  The first one: a race may be shown by a token that is passed in
   the midst of a block, and what comes afterwards is no execution. */
static const struct unrolled_hit *
find_hit (struct bounded *b, struct aig_values *values)
{
  const struct unrolled_hit *hit = NULL;
  for (uint32_t i = 0; i < b->bmc.all.hits.count; i++)
    {
      const struct unrolled_hit *h = &b->bmc.all.hits.at[i];
      if (aig_value (values, h->when) && !is_old (b, h)
          && (!hit || bits_value (values, h->time) < bits_value (values, hit->time)))
        hit = h;
    }
  assert (hit);
  return hit;
}

/* Where is what came true? */
static void
discover (struct bounded *b, struct aig_values *values, struct discovery *found)
{
  assert (found->places.count == 0 && found->locks.count == 0);
  struct bmc *bmc = &b->bmc;
  struct arena *arena = bmc->all.arena;
  if (bmc->all.question->goal == QUERY_DEADLOCK)
    {
      vec_reserve (arena, &found->places, bmc->all.processes.count);
      vec_reserve (arena, &found->locks, bmc->all.processes.count);
      found->places.count = found->locks.count
        = stuck_tell (&b->deadlock.set, values, found->places.at, found->locks.at);
      found->time = bits_value (values, b->deadlock.time);
      return;
    }
  const struct unrolled_hit *hit = find_hit (b, values);
  *vec_push (arena, &found->places) = hit->place;
  if (hit->race)
    *vec_push (arena, &found->places) = hit->other;
  found->time = bits_value (values, hit->time);
  if (b->search->all_races)
    race_pairs_add (&b->pairs, hit);
}

/* The clauses are satisfied: tell how. */
static void
tell (struct bounded *b)
{
  struct arena *arena = b->search->arena;
  struct discovery found = { .time = 0 };
  struct aig_values values;
  clauses_values (&b->clauses, &values, arena);
  discover (b, &values, &found);
  assert (found.places.count > 0 && found.time >= -1);
  tell_run (&found, &b->bmc, &values);
  /* First all of it, which may unwind, then one more is found. */
  const struct found whole = {
    found.run.at,    found.run.count,    found_initial (&b->bmc.all, &values, b->start),
    found.places.at, found.places.count, found.locks.at
  };
  *vec_push (arena, &b->search->found) = whole;
  b->latest = b->search->depth;
  LOG (1, "number %u is found at depth %u", (unsigned) b->search->found.count,
       (unsigned) b->latest);
}

/* One step deeper.  Returns: some process makes this step. */
static aig_lit
deepen (struct bounded *b)
{
  struct bmc *bmc = &b->bmc;
  const struct bits *before
    = bmc->all.processes.count ? bmc->all.processes.at[0].shared : NULL;
  uint32_t hits = bmc->all.hits.count;
  if (b->search->lazy)
    bmc_deepen (bmc);
  else
    {
      /* Nobody does anything after a step in which nobody did. */
      aig_lit earlier = b->active;
      b->active = eager_deepen (bmc);
      bmc_require (bmc, b->active, earlier);
    }
  b->search->depth++;
  if (!b->by_passings && !tokens_fit (&b->tokens))
    return AIG_FALSE;
  /* Who wants to see the last question sees one of the last depth. */
  b->is_new |= !b->search->lazy || b->search->dimacs || bmc->receivers.list.count
               || bmc->senders.list.count || bmc->all.awaits.count
               || bmc->all.hits.count > hits;
  b->goal = aig_or (&bmc->all.aig, b->goal, deadlock_add (&b->deadlock, before));
  if (b->by_passings)
    passings_add (&b->passings);
  else
    tokens_add (&b->tokens);
  b->goal = aig_or (&bmc->all.aig, b->goal, some_hit (b, hits));
  return b->search->lazy ? bmc_is_deeper (bmc) : b->active;
}

static void
count (struct bounded *b)
{
  uint64_t *counts = b->search->counts;
  if (!counts)
    return;
  statistic_most (&counts[BMC_COUNT_DEPTH], b->search->depth);
  statistic_most (&counts[BMC_COUNT_CLAUSES], b->clauses.count);
}

/* Depths after which a search with a budget gives up. */
#define BUDGET_DEPTH 120

/* What is asked for often happens after few passings, and then it is found soon: the
   solver need not think of others.  Otherwise little is lost.  A depth with nothing but
   local steps adds conditions, and nothing that could come true: the answer is the one
   that it was before. */
static enum solver_answer
solve_goal (struct bounded *b, const char *what)
{
  if (!b->is_new)
    return b->answer;
  b->answer = SOLVER_UNDECIDED;
  if (b->search->lazy && !aig_equal (b->goal, AIG_FALSE))
    {
      if (b->by_passings)
        passings_hurry (&b->passings);
      else
        tokens_hurry (&b->tokens);
      b->answer = solve (b, b->goal, what);
    }
  if (b->answer != SOLVER_SAT)
    b->answer = solve_fully (b, &b->goal, what);
  b->is_new = b->answer == SOLVER_SAT;
  return b->answer;
}

/* Up to the first of these depths, at each multiple of the second, and at the greatest
   one the solver is asked whether some process can go deeper.  Elsewhere it is no harm to
   go deeper in vain. */
#define ASKED_ALWAYS 40
#define ASKED_EVERY 8

/* Can some process go DEEPER?  A process often can all alone, and for the solver that is
   much simpler to see. */
static enum solver_answer
goes_deeper (struct bounded *b, aig_lit deeper)
{
  static const char one_more[] = "can a process make one more step?";
  uint32_t depth = b->search->depth;
  if (aig_equal (deeper, AIG_FALSE))
    return SOLVER_UNSAT;
  if (depth > ASKED_ALWAYS && depth % ASKED_EVERY != 0 && depth != b->search->most)
    return SOLVER_SAT;
  if (b->search->lazy)
    {
      ties_stop (b->by_passings ? &b->passings.ties : &b->tokens.ties);
      if (solve (b, deeper, one_more) == SOLVER_SAT)
        return SOLVER_SAT;
    }
  return solve_fully (b, &deeper, one_more);
}

/* Is the search over at this depth?  *OUTCOME: how. */
static bool
look_at_depth (struct bounded *b, aig_lit deeper, enum bmc_outcome *outcome)
{
  const struct bmc_search *search = b->search;
  enum solver_answer found = solve_goal (b, "can what is asked for happen?");
  enum solver_answer more = SOLVER_SAT;
  if (found == SOLVER_UNSAT)
    more = goes_deeper (b, deeper);
  bool spent = found == SOLVER_UNDECIDED || more == SOLVER_UNDECIDED
               || (search->conflicts && search->depth >= BUDGET_DEPTH);
  *outcome = found == SOLVER_SAT    ? BMC_FOUND
             : more == SOLVER_UNSAT ? BMC_EXHAUSTED
             : spent                ? BMC_SPENT
                                    : BMC_BOUND;
  return *outcome != BMC_BOUND;
}

/* A search for all races goes on for as long as this without a new one. */
#define PATIENCE 8
/* Conflicts of a call of the solver that looks for another race at this depth, and at the
   last one: to find out that there is none may take very long. */
#define RACE_CONFLICTS 2000
#define LAST_RACE_CONFLICTS 20000

/* A race was found: an eighth of the time that is left is for showing it, and those that
   are found in the rest. */
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

/* Find races at this depth: until there is no other one (unsatisfiable), the solver does
   not decide that, or all pairs are found (satisfiable).  At the LAST depth the first one
   is looked for pair by pair and without a limit, so that "none" is an answer. */
static enum solver_answer
find_races (struct bounded *b, bool last)
{
  struct bmc_search *search = b->search;
  assert (search->all_races);
  b->is_last = last;
  b->is_new |= last; /* there are more conflicts now */
  for (;;)
    {
      bool finds = search->found.count > 0 || b->by_passings;
      b->conflicts = !last   ? RACE_CONFLICTS
                     : finds ? LAST_RACE_CONFLICTS
                             : search->conflicts;
      enum solver_answer found = solve_goal (b, "can another race happen?");
      if (found != SOLVER_SAT)
        return found;
      tell (b);
      spare_time (b);
      if (race_pairs_are_all (&b->pairs))
        return SOLVER_SAT;
      b->goal = some_hit (b, 0);
    }
}

/* The same of a search that goes on after a race, for others.  Where the solver does not
   decide whether there is another one, it goes on deeper, if somebody can: what is asked
   for includes what is less deep. */
static bool
look_for_all (struct bounded *b, aig_lit deeper, enum bmc_outcome *outcome)
{
  struct bmc_search *search = b->search;
  bool last = search->depth == search->most;
  enum solver_answer found = find_races (b, last);
  b->conflicts = found == SOLVER_UNDECIDED ? RACE_CONFLICTS : search->conflicts;
  if (found != SOLVER_SAT && goes_deeper (b, deeper) == SOLVER_UNSAT)
    {
      if (found == SOLVER_UNDECIDED && !last)
        found = find_races (b, true);
      *outcome = found == SOLVER_UNSAT ? BMC_EXHAUSTED : BMC_BOUND;
      last = true;
    }
  if (last)
    {
      b->needs_pairs
        = b->by_passings && found == SOLVER_UNDECIDED && search->found.count == 0;
      return true;
    }
  if (found == SOLVER_SAT || (b->deadline && quota_clock () >= b->deadline))
    return true;
  return !search->most && search->found.count > 0
         && search->depth >= 2 * b->latest + PATIENCE;
}

/* All that is made for one search; it begins again with more BITS if they run out, or
   without passings if these prove nothing.  Up to the depth KNOWN nothing is there. */
static enum bmc_outcome
search_with (struct bmc_search *search, const struct question *question, uint32_t bits,
             uint32_t known, bool *by_passings, bool *begin_again)
{
  struct bounded *b = arena_calloc (search->arena, 1, sizeof *b);
  struct bmc *bmc = &b->bmc;
  b->search = search;
  b->conflicts = search->conflicts;
  bmc_init (bmc, question, bits, search->arena);
  next_places_init (bmc, search->csr, search->contexts, search->balance);
  clauses_init (&b->clauses, &bmc->all.aig, *search->solver, search->arena);
  b->by_passings = *by_passings;
  if (b->by_passings)
    passings_init (&b->passings, bmc, &b->clauses, search->locksets);
  else
    tokens_init (&b->tokens, bmc, &b->clauses, search->locksets);
  bmc->all.waits = !search->lazy;
  if (search->movers && search->lazy)
    movers_find (bmc);
  deadlock_init (&b->deadlock, bmc, &b->clauses, search->lazy);
  if (search->all_races)
    race_pairs_init (&b->pairs, &bmc->all);
  b->start = bmc->all.processes.count ? bmc->all.processes.at[0].shared : NULL;
  b->goal = AIG_FALSE;
  b->active = AIG_TRUE;
  b->answer = SOLVER_UNSAT;
  enum bmc_outcome outcome = BMC_BOUND;
  search->depth = search->found.count = 0;
  while (!*begin_again && (!search->most || search->depth < search->most))
    {
      aig_lit deeper = deepen (b);
      LOG (1, "depth %u: %u gates, %llu clauses, %llu conflicts",
           (unsigned) search->depth, (unsigned) bmc->all.aig.nodes.count,
           (unsigned long long) b->clauses.count,
           (unsigned long long) solver_conflicts (*search->solver));
      /* Together, the depth is the time. */
      *begin_again = (!b->by_passings && !tokens_fit (&b->tokens))
                     || (!search->lazy && search->depth >> (bits - 1) != 0);
      if (*begin_again)
        break;
      count (b);
      if (search->depth < known
          || (search->depth < search->least && !aig_equal (deeper, AIG_FALSE)))
        continue;
      if (search->all_races ? look_for_all (b, deeper, &outcome)
                            : look_at_depth (b, deeper, &outcome))
        break;
    }
  if (outcome == BMC_FOUND && search->found.count == 0)
    tell (b);
  *begin_again |= b->needs_pairs;
  *by_passings &= !b->needs_pairs;
  search->found_all
    = search->all_races && (outcome == BMC_EXHAUSTED || race_pairs_are_all (&b->pairs));
  return search->found.count > 0 ? BMC_FOUND : outcome;
}

/* Bits of times to begin with, and how many more when they run out. */
#define FIRST_BITS 7
#define MORE_BITS 5

/* With more and more bits of time, until they are enough. */
static enum bmc_outcome
search_again_and_again (struct bmc_search *search, const struct question *question)
{
  uint32_t bits = search->all_races ? FIRST_BITS + MORE_BITS : FIRST_BITS, known = 0;
  bool by_passings = search->lazy && search->all_races;
  for (;;)
    {
      bool begin_again = false, passings = by_passings;
      *search->solver = solver_new (search->arena->quota);
      if (search->dimacs)
        {
          dimacs_start (search->dimacs);
          solver_record (*search->solver, search->dimacs);
        }
      if (LOG_IS_COMPILED_IN)
        solver_count_conflicts (*search->solver);
      enum bmc_outcome outcome
        = search_with (search, question, bits, known, &by_passings, &begin_again);
      solver_free (*search->solver);
      *search->solver = NULL;
      if (!begin_again)
        return outcome;
      bits += passings == by_passings ? MORE_BITS : 0;
      known = search->all_races ? 0 : search->depth;
      LOG (1, "the search begins again, with times of %u bits", (unsigned) bits);
    }
}

/* Races that were found are kept when the search for others has to end: memory or time
   ran out, or a signal came.  An eighth of the memory is for showing them, as of the time
   (spare_time); what is left to be done is short, and not interrupted. */
static enum bmc_outcome
search_for_all (struct bmc_search *search, const struct question *question)
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
  enum bmc_outcome outcome = search_again_and_again (search, question);
  quota->frame = outer;
  quota->limit = limit;
  return outcome;
}

enum bmc_outcome
bmc_search (struct bmc_search *search, const struct question *question)
{
  assert (!*search->solver && search->found.count == 0);
  assert (search->lazy || search->least == 0);
  return search->all_races ? search_for_all (search, question)
                           : search_again_and_again (search, question);
}
