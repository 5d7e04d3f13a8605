/* bmc_engine.c -- bounded search as an engine, `-e bmc', for models with data. */
#include <config.h>

#include "engine/bmc/bounded.h"
#include "engine/bmc/follow.h"
#include "engine/symbolic/kept_solver.h"
#include "phaseauto/reduction.h"

static void
bmc_decide_data (void *state, const struct data_question *question,
                 const struct engine_means *means, struct data_answer *answer)
{
  struct solver **solver = kept_solver_of (state);
  answer->kind = VERDICT_UNKNOWN;
  answer->reason = QUOTA_BOUND;
  if (question->suspicion)
    {
      answer->run
        = follow_suspicion (question, question->budget, solver, means->scratch);
      answer->kind = answer->run ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
      return;
    }
  struct unrolling_question asked = found_question (question);
  struct bmc_search search = { .arena = means->scratch, .solver = solver,
                               .most = question->options ? question->options->depth : 0,
                               .dimacs = question->options ? question->options->dimacs
                                                           : NULL,
                               .counts = means->counts, .conflicts = question->budget,
                               .movers = question->reductions & REDUCTION_TRANSACTIONS,
                               .lazy = question->reductions & REDUCTION_LAZY,
                               .locksets = question->reductions & REDUCTION_LOCKSETS,
                               .csr = question->reductions & REDUCTION_CSR,
                               .contexts = question->reductions & REDUCTION_CONTEXTS,
                               .balance = question->reductions & REDUCTION_BALANCE,
                               .all_races = question->goal == DATA_RACE && question->options
                                            && question->options->all_races };
  enum bmc_outcome outcome = bmc_search (&search, &asked);
  if (outcome == BMC_SPENT)
    answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == BMC_EXHAUSTED)
    answer->kind = VERDICT_SAFE;
  if (outcome != BMC_FOUND)
    return;
  found_answer (&search.found.at[0], question, means->scratch, answer);
  struct data_answer *more
    = arena_calloc (means->scratch, search.found.count, sizeof *more);
  for (uint32_t i = 1; i < search.found.count; i++)
    found_answer (&search.found.at[i], question, means->scratch, &more[i - 1]);
  answer->more = more;
  answer->more_count = search.found.count - 1;
  answer->more_are_all = search.found_all;
}

const struct engine bmc_engine
  = { .name = "bmc", .abilities = ENGINE_DATA | ENGINE_LIFE_CYCLES,
      .create = kept_solver_create, .decide_data = bmc_decide_data,
      .rest = kept_solver_rest, .forget = kept_solver_forget };
