/* bmc_engine.c -- bounded search as an engine, `-e bmc', for models with data. */
#include <config.h>

#include <assert.h>

#include "engine/bmc/bounded.h"
#include "engine/engine.h"
#include "phaseauto/reduction.h"

struct bmc_state
{
  struct solver *solver; /* of the question that is being decided */
};

static void *
bmc_create (const struct engine_means *means)
{
  return arena_calloc (means->kept, 1, sizeof (struct bmc_state));
}

/* The run that was found, as engines tell it. */
static void
keep_run (const struct bmc_search *search, const struct engine_means *means,
          struct data_answer *answer)
{
  struct arena *arena = means->scratch;
  struct run *run = arena_calloc (arena, 1, sizeof *run);
  int64_t *values = arena_alloc (arena, search->run.count * sizeof *values);
  for (uint32_t i = 0; i < search->run.count; i++)
    {
      const struct bmc_step *step = &search->run.at[i];
      bool switches
        = i > 0 && !process_equal (step->process, search->run.at[i - 1].process);
      run->switches += switches;
      *vec_push (arena, &run->steps)
        = (struct run_step){ { step->process.index }, step->rule, step->moves };
      values[i] = step->value;
    }
  run->values = values;
  run->initial = search->initial.at;
  process_id *processes = arena_alloc (arena, search->places.count * sizeof *processes);
  for (uint32_t i = 0; i < search->places.count; i++)
    processes[i] = (process_id){ search->places.at[i].process };
  answer->run = run;
  answer->processes = processes;
  answer->count = search->places.count;
  answer->locks = search->locks.at;
}

static void
bmc_decide_data (void *state, const struct data_question *question,
                 const struct engine_means *means, struct data_answer *answer)
{
  static const enum unrolling_goal goals[]
    = { [DATA_PATTERN] = GOAL_STEPS, [DATA_RACE] = GOAL_RACE,
        [DATA_DEADLOCK] = GOAL_DEADLOCK, [DATA_ASSERT] = GOAL_CLAIM,
        [DATA_EXCLUSIVE] = GOAL_EXCLUSIVE };
  struct bmc_state *own = state;
  answer->kind = VERDICT_UNKNOWN;
  answer->reason = QUOTA_BOUND;
  struct unrolling_question asked = {
    .lowering = question->lowering, .goal = goals[question->goal],
    .instance = question->instance, .cast = question->threads,
    .threads = question->goal == DATA_PATTERN
                 ? question->instance->automaton->threads.count : 0,
    .field = question->field, .claim = question->claim,
    .without_data = question->without_data, .options = question->options
  };
  struct bmc_search search = { .arena = means->scratch, .solver = &own->solver,
                               .most = question->options ? question->options->depth : 0,
                               .counts = means->counts, .conflicts = question->budget,
                               .movers = question->reductions & REDUCTION_TRANSACTIONS,
                               .lazy = question->reductions & REDUCTION_LAZY,
                               .locksets = question->reductions & REDUCTION_LOCKSETS };
  enum bmc_outcome outcome = bmc_search (&search, &asked);
  if (outcome == BMC_SPENT)
    answer->reason = QUOTA_NOT_EXHAUSTED;
  if (outcome == BMC_EXHAUSTED)
    answer->kind = VERDICT_SAFE;
  if (outcome != BMC_FOUND)
    return;
  keep_run (&search, means, answer);
  /* The solver looks for any circle: one that was not meant says nothing of others. */
  bool meant = question->goal != DATA_DEADLOCK
               || decide_options_mean (question->options, answer->processes, answer->count,
                                       question->lowering->pds.processes.count);
  answer->kind = meant ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  if (!meant)
    answer->run = NULL;
}

static void
bmc_rest (void *state)
{
  (void) state;
}

static void
bmc_forget (void *state)
{
  struct bmc_state *own = state;
  solver_free (own->solver);
  own->solver = NULL;
}

const struct engine bmc_engine
  = { .name = "bmc", .abilities = ENGINE_DATA | ENGINE_LIFE_CYCLES, .create = bmc_create,
      .decide_data = bmc_decide_data, .rest = bmc_rest,
      .forget = bmc_forget };
