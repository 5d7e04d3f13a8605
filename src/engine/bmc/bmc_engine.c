/* bmc_engine.c -- bounded search as an engine, `-e bmc', for models with data.  Without a
   SAT solver the engine is listed, but cannot decide anything. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "engine/bmc/bounded.h"
#include "engine/blocks/runs.h"
#include "engine/bmc/follow.h"
#include "engine/engine.h"
#include "engine/pdr/unfolding.h"
#include "engine/sat/dimacs.h"
#include "engine/symbolic/kept_solver.h"
#include "phaseauto/reduction.h"

enum
{
  BMC_DEPTH,
  BMC_ALL_RACES,
  BMC_DUMP_CNF,
};

static const struct engine_option options[] = {
  [BMC_DEPTH] = { "depth", ENGINE_OPTION_NUMBER, "N",
                  "-e bmc: consider at most N steps of each process; then the query is "
                  "unknown",
                  NULL, "the other searches have no depth", NULL },
  [BMC_ALL_RACES] = { "all-races", ENGINE_OPTION_LIST, NULL,
                      "-e bmc: of a field that has races, one for each pair of "
                      "statements",
                      NULL, "the other engines find one race of a field", NULL },
  [BMC_DUMP_CNF] = { "dump-cnf", ENGINE_OPTION_FILE, "FILE",
                     "-e bmc, one query: save the last question to the SAT solver, as "
                     "DIMACS",
                     NULL, "the other engines have no such question", "p cnf 0 0\n" }
};

enum
{
  BMC_LAZY = 1 << 0,
  BMC_LOCKSETS = 1 << 1,
  BMC_CSR = 1 << 2,
  BMC_CONTEXTS = 1 << 3,
  BMC_BALANCE = 1 << 4, /* see doc/bmc.md */
};

static const struct engine_reduction reductions[]
  = { { "lazy", "unroll processes apart, and tie them together where they meet", false },
      { "locksets", "no switch between places where one lock is held", false },
      { "csr", "only places that can be reached at a depth", false },
      { "contexts", "match calls and returns to find them", false },
      { "balance", "idle on shorter paths and loops", true } };

static const struct statistic statistics[]
  = { [BMC_COUNT_DEPTH] = { "depth", STATISTIC_MOST, "steps of a process", true },
      [BMC_COUNT_CLAUSES] = { "clauses", STATISTIC_MOST, "clauses", false } };

#ifdef HAVE_CADICAL
static void
write_dimacs (const void *dimacs, FILE *file)
{
  assert (dimacs && file);
  dimacs_write (dimacs, file);
}

static void
free_dimacs (void *dimacs)
{
  dimacs_free (dimacs);
  free (dimacs);
}

/* The store for the questions to the solver if --dump-cnf wants them, or null. */
static struct dimacs *
dimacs_of (const struct engine_means *means)
{
  struct engine_output *output = means->output;
  if (!output || !means->settings[BMC_DUMP_CNF])
    return NULL;
  if (!output->what)
    *output = (struct engine_output){ calloc (1, sizeof (struct dimacs)), write_dimacs,
                                      free_dimacs };
  if (!output->what)
    quota_exhaust (means->quota, QUOTA_MEMORY);
  return output->what;
}

/* Can some process wait for ever?  That depends on where all processes are at one moment,
   so they are not unrolled apart: blocks/forever.h unrolls the whole system.  If all
   paths end, no process runs in circles, and their ends say who waits. */
static void
decide_stuck (const struct question *question, struct solver **solver,
              const struct engine_means *means, struct answer *answer)
{
  struct block_relation relation;
  assert (answer->kind == VERDICT_UNKNOWN && answer->reason == QUOTA_BOUND);
  if (!block_relation_init (&relation, question, BLOCK_TRANSACTIONS | BLOCK_CERTAIN,
                            means->scratch))
    {
      if (relation.recursive)
        answer->reason = QUOTA_RECURSION;
      return;
    }
  struct unfolding unfolding = { .arena = means->scratch,
                                 .system = &relation.system,
                                 .solver = solver,
                                 .most = (uint32_t) means->settings[BMC_DEPTH],
                                 .budget = question->budget };
  enum unfolding_outcome outcome = unfolding_search (&unfolding);
  statistic_most (&means->counts[BMC_COUNT_DEPTH], unfolding.depth);
  statistic_most (&means->counts[BMC_COUNT_CLAUSES], unfolding.clauses);
  if (outcome == UNFOLDING_ENDED)
    answer->kind = VERDICT_SAFE;
  if (outcome == UNFOLDING_SPENT)
    answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome != UNFOLDING_FOUND)
    return;
  struct found found = runs_tell (&relation, &unfolding.counterexample);
  found_answer (&found, question, means->scratch, answer);
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct solver **solver = kept_solver_of (state);
  answer->kind = VERDICT_UNKNOWN;
  answer->reason = QUOTA_BOUND;
  if (question->suspicion)
    {
      answer->run = follow_suspicion (question, question->budget, solver, means->scratch);
      answer->kind = answer->run ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
      return;
    }
  if (question->goal == QUERY_STUCK)
    {
      decide_stuck (question, solver, means, answer);
      return;
    }
  struct bmc_search search
    = { .arena = means->scratch,
        .solver = solver,
        .most = (uint32_t) means->settings[BMC_DEPTH],
        .dimacs = dimacs_of (means),
        .counts = means->counts,
        .conflicts = question->budget,
        .movers = question->reductions & REDUCTION_TRANSACTIONS,
        .lazy = means->reductions & BMC_LAZY,
        .locksets = means->reductions & BMC_LOCKSETS,
        .csr = means->reductions & BMC_CSR,
        .contexts = means->reductions & BMC_CONTEXTS,
        .balance = means->reductions & BMC_BALANCE,
        .all_races = question->goal == QUERY_RACE && means->settings[BMC_ALL_RACES] };
  enum bmc_outcome outcome = bmc_search (&search, question);
  if (outcome == BMC_SPENT)
    answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == BMC_EXHAUSTED)
    answer->kind = VERDICT_SAFE;
  if (outcome != BMC_FOUND)
    return;
  assert (search.found.count > 0);
  found_answer (&search.found.at[0], question, means->scratch, answer);
  struct answer *more = arena_calloc (means->scratch, search.found.count, sizeof *more);
  for (uint32_t i = 1; i < search.found.count; i++)
    found_answer (&search.found.at[i], question, means->scratch, &more[i - 1]);
  assert (search.all_races || search.found.count == 1);
  answer->lists = search.all_races;
  answer->more = more;
  answer->more_count = search.found.count - 1;
  answer->more_are_all = search.found_all;
}

static const char *
tell_proof (const uint64_t *counts, struct arena *arena)
{
  assert (counts && arena);
  return arena_format (arena, ", since no process can make more than %llu steps",
                       (unsigned long long) counts[BMC_COUNT_DEPTH]);
}
#endif

const struct engine bmc_engine
  = { .name = "bmc",
      .abilities
      = ENGINE_DATA | ENGINE_LIFE_CYCLES | ENGINE_BUDGET | ENGINE_CONFIRM | ENGINE_STUCK,
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
