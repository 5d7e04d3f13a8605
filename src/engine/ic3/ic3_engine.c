/* ic3_engine.c -- proofs with data as an engine, `-e ic3'. */
#include <config.h>

#include <assert.h>

#include "engine/ic3/block_facts.h"
#include "engine/pdr/pdr.h"
#include "engine/ic3/runs.h"
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

/* What is being decided. */
struct attempt
{
  struct block_relation relation;
  const struct question *question;
  const struct engine_means *means;
  struct solver **solver;
  struct answer *answer;
};

static void
tell (struct attempt *a, const struct counterexample *example)
{
  assert (a->answer->kind == VERDICT_UNKNOWN);
  struct found found = runs_tell (&a->relation, example);
  found_answer (&found, a->question, a->means->scratch, a->answer);
}

static void
prove (struct attempt *a)
{
  struct pdr_facts facts = block_facts_find (&a->relation);
  struct pdr pdr = { .arena = a->means->scratch, .system = &a->relation.system,
                     .solver = a->solver, .budget = a->question->budget,
                     .facts = &facts };
  enum pdr_outcome outcome = pdr_prove (&pdr);
  struct verdict_counts more = { .frames = pdr.frames, .learned = pdr.clauses,
                                 .calls = pdr.calls, .conflicts = pdr.conflicts };
  verdict_counts_add (a->means->counts, &more);
  if (outcome == PDR_PROVED)
    a->answer->kind = VERDICT_SAFE;
  if (outcome == PDR_PROVED && a->question->certify)
    a->answer->invariant = tell_invariant (&a->relation, &pdr, a->means->scratch);
  if (outcome == PDR_SPENT)
    a->answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == PDR_FOUND)
    tell (a, &pdr.counterexample);
}

/* Without induction: paths, longer and longer. */
static void
unfold (struct attempt *a)
{
  struct unfolding unfolding
    = { .arena = a->means->scratch, .system = &a->relation.system, .solver = a->solver,
        .most = (uint32_t) a->means->settings[IC3_DEPTH], .budget = a->question->budget };
  enum unfolding_outcome outcome = unfolding_search (&unfolding);
  struct verdict_counts more = { .depth = unfolding.depth, .clauses = unfolding.clauses,
                                 .calls = unfolding.calls,
                                 .conflicts = unfolding.conflicts };
  verdict_counts_add (a->means->counts, &more);
  if (outcome == UNFOLDING_ENDED)
    a->answer->kind = VERDICT_SAFE;
  if (outcome == UNFOLDING_SPENT)
    a->answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == UNFOLDING_FOUND)
    tell (a, &unfolding.counterexample);
}

static void
decide (void *state, const struct question *question,
        const struct engine_means *means, struct answer *answer)
{
  answer->kind = VERDICT_UNKNOWN;
  answer->reason = QUOTA_BOUND;
  struct attempt attempt = { .question = question, .means = means,
                             .solver = kept_solver_of (state), .answer = answer };
  /* An invariant for a certificate is about the model without reductions. */
  uint32_t reductions = question->certify
                          ? (question->reductions | REDUCTION_INDUCTION)
                              & ~(uint32_t) REDUCTION_TRANSACTIONS
                          : question->reductions;
  if (!block_relation_init (&attempt.relation, question, reductions, means->scratch))
    {
      if (attempt.relation.recursive)
        answer->reason = QUOTA_RECURSION;
      return;
    }
  if (reductions & REDUCTION_INDUCTION)
    prove (&attempt);
  else
    unfold (&attempt);
}

const struct engine ic3_engine
  = { .name = "ic3",
      .abilities = ENGINE_DATA | ENGINE_LIFE_CYCLES | ENGINE_BUDGET | ENGINE_INVARIANT,
      .options = options, .option_count = sizeof options / sizeof *options,
      .create = kept_solver_create, .decide = decide,
      .rest = kept_solver_rest, .forget = kept_solver_forget };
