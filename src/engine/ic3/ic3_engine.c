/* ic3_engine.c -- proofs with data as an engine, `-e ic3'. */
#include <config.h>

#include <assert.h>

#include "engine/ic3/block_facts.h"
#include "engine/pdr/pdr.h"
#include "engine/blocks/runs.h"
#include "engine/ic3/tell_invariant.h"
#include "engine/pdr/unfolding.h"
#include "engine/symbolic/kept_solver.h"
#include "phaseauto/reduction.h"

enum
{
  IC3_DEPTH,
};

static const struct engine_option options[]
  = { [IC3_DEPTH] = { "depth", ENGINE_OPTION_NUMBER, "N",
                      "-e ic3 --without induction: consider paths of at most N blocks",
                      "induction", "the other searches have no depth", NULL } };

/* Reductions of this engine: their bits come after those of blocks/. */
enum
{
  IC3_INDUCTION = BLOCK_OWN + 1,
};

static const struct engine_reduction reductions[]
  = { { "phase", "a place may be before a commit now and past one later", false },
      { "reachability", "a step moves once nobody can interfere any more", false },
      { "static-pointer", "a step moves while others are bound for other cells", false },
      { "monotonic-atomic", "a step moves after the cell's compare-and-swap", false },
      { "locks", "a step moves while its process owns the others' lock", false },
      { "induction", "prove by induction, not by paths that end", false } };

enum
{
  IC3_COUNT_DEPTH, /* of paths, without induction */
  IC3_CLAUSES,
  IC3_FRAMES,
  IC3_LEARNED,
  IC3_CALLS,
  IC3_CONFLICTS,
};

static const struct statistic statistics[]
  = { [IC3_COUNT_DEPTH] = { "depth", STATISTIC_MOST, "blocks of a path", false },
      [IC3_CLAUSES] = { "clauses", STATISTIC_MOST, "clauses", false },
      [IC3_FRAMES] = { "frames", STATISTIC_MOST, "frames", false },
      [IC3_LEARNED] = { "learned", STATISTIC_SUM, "clauses learned", false },
      [IC3_CALLS] = { "calls", STATISTIC_SUM, "calls of the solver", false },
      [IC3_CONFLICTS] = { "conflicts", STATISTIC_SUM, "conflicts", false } };

#ifdef HAVE_CADICAL
/* What is being decided. */
struct attempt
{
  struct block_relation relation;
  const struct question *question;
  const struct engine_means *means;
  struct solver **solver;
  struct answer *answer;
  bool possible; /* a state was found in which a process may wait for ever */
};

static void
tell (struct attempt *a, const struct counterexample *example)
{
  assert (a->answer->kind == VERDICT_UNKNOWN);
  if (a->question->goal == QUERY_STUCK && !(a->relation.reductions & BLOCK_CERTAIN))
    {
      a->possible = true;
      return;
    }
  struct found found = runs_tell (&a->relation, example);
  found_answer (&found, a->question, a->means->scratch, a->answer);
}

/* So many gates of a relation are another unit of work for each call of the solver and
   each conflict, since a call looks at all of them. */
#define GATES_OF_A_UNIT 50000

/* The budget of the question in calls and conflicts; 0: there is none. */
static uint64_t
budget_of (const struct attempt *a)
{
  uint64_t weight = 1 + a->relation.all.aig.nodes.count / GATES_OF_A_UNIT;
  uint64_t budget = a->question->budget;
  return budget > 0 && budget < weight ? 1 : budget / weight;
}

static void
prove (struct attempt *a)
{
  assert (a->answer->kind == VERDICT_UNKNOWN);
  struct pdr_facts facts = block_facts_find (&a->relation);
  struct pdr pdr = { .arena = a->means->scratch,
                     .system = &a->relation.system,
                     .solver = a->solver,
                     .budget = budget_of (a),
                     .facts = &facts };
  enum pdr_outcome outcome = pdr_prove (&pdr);
  uint64_t *counts = a->means->counts;
  statistic_most (&counts[IC3_FRAMES], pdr.frames);
  counts[IC3_LEARNED] += pdr.clauses;
  counts[IC3_CALLS] += pdr.calls;
  counts[IC3_CONFLICTS] += pdr.conflicts;
  if (outcome == PDR_PROVED)
    a->answer->kind = VERDICT_SAFE;
  if (outcome == PDR_PROVED && a->question->certify)
    a->answer->invariant = tell_invariant (&a->relation, &pdr, a->means->scratch);
  if (outcome == PDR_SPENT)
    a->answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == PDR_FOUND)
    tell (a, &pdr.counterexample);
}

/* Without induction: search longer and longer paths. */
static void
unfold (struct attempt *a)
{
  assert (!a->question->certify); /* unfoldings find no invariant */
  struct unfolding unfolding = { .arena = a->means->scratch,
                                 .system = &a->relation.system,
                                 .solver = a->solver,
                                 .most = (uint32_t) a->means->settings[IC3_DEPTH],
                                 .budget = budget_of (a) };
  enum unfolding_outcome outcome = unfolding_search (&unfolding);
  uint64_t *counts = a->means->counts;
  statistic_most (&counts[IC3_COUNT_DEPTH], unfolding.depth);
  statistic_most (&counts[IC3_CLAUSES], unfolding.clauses);
  counts[IC3_CALLS] += unfolding.calls;
  counts[IC3_CONFLICTS] += unfolding.conflicts;
  if (outcome == UNFOLDING_ENDED)
    a->answer->kind = VERDICT_SAFE;
  if (outcome == UNFOLDING_SPENT)
    a->answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == UNFOLDING_FOUND)
    tell (a, &unfolding.counterexample);
}

/* Decide A; its relation has been built. */
static void
search (struct attempt *a)
{
  if (a->question->certify || (a->means->reductions & IC3_INDUCTION))
    prove (a);
  else
    unfold (a);
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  answer->kind = VERDICT_UNKNOWN;
  answer->reason = QUOTA_BOUND;
  struct attempt attempt = { .question = question,
                             .means = means,
                             .solver = kept_solver_of (state),
                             .answer = answer };
  /* An invariant for a certificate is about the model without reductions. */
  uint32_t blocks = means->reductions & BLOCK_OWN;
  if ((question->reductions & REDUCTION_TRANSACTIONS) && !question->certify)
    blocks |= BLOCK_TRANSACTIONS;
  if (!block_relation_init (&attempt.relation, question, blocks, means->scratch))
    {
      if (attempt.relation.recursive)
        answer->reason = QUOTA_RECURSION;
      return;
    }
  search (&attempt);
  if (!attempt.possible)
    return;
  assert (question->goal == QUERY_STUCK && answer->kind == VERDICT_UNKNOWN);
  /* Some process may wait for ever, but the state that was found does not say that it
     must: search once more, for states in which one certainly does. */
  attempt.possible = false;
  block_relation_init (&attempt.relation, question, blocks | BLOCK_CERTAIN,
                       means->scratch);
  search (&attempt);
  if (answer->kind == VERDICT_SAFE)
    {
      answer->kind = VERDICT_UNKNOWN;
      answer->reason = QUOTA_BOUND;
      answer->invariant = NULL;
    }
}

static const char *
tell_proof (const uint64_t *counts, struct arena *arena)
{
  if (counts[IC3_FRAMES] == 0)
    return NULL;
  return arena_format (arena,
                       ", by an inductive invariant, with %llu calls of a SAT solver",
                       (unsigned long long) counts[IC3_CALLS]);
}
#endif

const struct engine ic3_engine
  = { .name = "ic3",
      .abilities = ENGINE_DATA | ENGINE_LIFE_CYCLES | ENGINE_BUDGET | ENGINE_INVARIANT
                   | ENGINE_STUCK,
      ENGINE_TABLE_OF (option, options),
      ENGINE_TABLE_OF (reduction, reductions),
      ENGINE_TABLE_OF (statistic, statistics),
#ifdef HAVE_CADICAL
      .tell_proof = tell_proof,
      .create = kept_solver_create,
      .decide = decide,
      .rest = engine_need_no_rest,
      .forget = kept_solver_forget };
#else
      .missing = "CaDiCaL" };
#endif
