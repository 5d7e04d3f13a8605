/* explicit_engine.c -- the explicit search as an engine.
 *
 * It is asked about processes and the automaton, without watches.  Between questions
 * it keeps the control flow of the model; the states of a question have an arena of
 * their own, so that they do not stay while the next question is answered.
 *
 * About a model with data (engine/data/) it also keeps the exploration in which all that
 * concerns no automaton is found: a later question may be answered already, and else the
 * exploration goes on.
 */
#include <config.h>

#include <assert.h>

#include "base/log.h"
#include "engine/engine.h"
#include "engine/explicit/data_search.h"
#include "engine/explicit/search.h"
#include "engine/steps/bystanders.h"
#include "phaseauto/reduction.h"

struct explicit_engine
{
  struct control *control; /* null: not made yet */
  struct arena states;
  struct data_search data;
};

static void *
create (const struct engine_means *means)
{
  struct explicit_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  arena_init (&engine->states, means->quota);
  data_search_init (&engine->data, means);
  return engine;
}

/* The control flow of PDS, made once. */
static const struct control *
control_of (struct explicit_engine *engine, const struct pds *pds,
            const struct engine_means *means)
{
  if (!engine->control)
    engine->control = control_new (pds, means->kept);
  assert (engine->control->pds == pds);
  return engine->control;
}

/* Of a cast. */
static void
search_cast (struct explicit_engine *engine, const struct question *question,
             const struct engine_means *means, struct answer *answer)
{
  assert (question->threads == question->instance->automaton->threads.count);
  arena_clear (&engine->states);
  struct search search;
  search_init (&search, control_of (engine, question->survey->pds, means),
               question->instance, question->processes, question->count,
               question->reductions & REDUCTION_TRANSACTIONS, &engine->states);
  search.budget = question->budget;
  answer->kind = search_decide (&search);
  LOG (2, "%llu states were visited, %llu of them stored; %u locks are in the program",
       (unsigned long long) search.counts.visited,
       (unsigned long long) search.counts.stored, (unsigned) search.program.locks.count);
  statistic_most (&means->counts[EXPLICIT_LOCKS], search.program.locks.count);
  means->counts[EXPLICIT_VISITED] += search.counts.visited;
  means->counts[EXPLICIT_STORED] += search.counts.stored;
  answer->spent = search.counts.visited + search.counts.stored;
  if (answer->kind == VERDICT_VIOLATION && question->explain)
    {
      struct run *run = arena_calloc (means->scratch, 1, sizeof *run);
      search_witness (&search, run, means->scratch);
      answer->run = bystanders_drop (run, &search.program);
    }
  if (answer->kind == VERDICT_UNKNOWN && !search.gave_up)
    answer->reason = QUOTA_BOUND;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct explicit_engine *engine = state;
  assert (question->lowering || question->instance);
  if (question->lowering)
    data_search_decide (&engine->data,
                        control_of (engine, &question->lowering->pds, means), question,
                        means, answer);
  else
    search_cast (engine, question, means, answer);
}

static void
rest (void *state)
{
  struct explicit_engine *engine = state;
  arena_clear (&engine->states);
}

static void
forget (void *state)
{
  struct explicit_engine *engine = state;
  rest (engine);
  data_search_clear (&engine->data);
}

static const char *
tell_proof (const uint64_t *counts, struct arena *arena)
{
  if (counts[EXPLICIT_STORED] == 0)
    return NULL;
  return arena_format (arena, ", after %llu states, %llu of them stored",
                       (unsigned long long) counts[EXPLICIT_VISITED],
                       (unsigned long long) counts[EXPLICIT_STORED]);
}

static const struct statistic statistics[]
  = { [EXPLICIT_LOCKS] = { "locks", STATISTIC_MOST, "locks", false },
      [EXPLICIT_VISITED] = { "visited", STATISTIC_SUM, "states visited", false },
      [EXPLICIT_STORED] = { "stored", STATISTIC_SUM, "states stored", false } };

const struct engine explicit_engine
  = { .name = "explicit",
      .abilities
      = ENGINE_REFEREE | ENGINE_BUDGET | ENGINE_LIFE_CYCLES | ENGINE_CAST | ENGINE_DATA,
      .statistics = statistics,
      .statistic_count = sizeof statistics / sizeof *statistics,
      .tell_proof = tell_proof,
      .create = create,
      .decide = decide,
      .rest = rest,
      .forget = forget };
