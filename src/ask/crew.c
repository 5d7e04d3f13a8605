/* crew.c -- see crew.h. */
#include <config.h>

#include "ask/crew.h"

#include <assert.h>

#include "base/log.h"

void
crew_init (struct crew *crew, const struct decide_options *options, struct quota *quota,
           struct arena *scratch)
{
  assert (options && scratch->quota == quota);
  assert (engine_count <= ENGINE_LIMIT);
  *crew = (struct crew){ .options = options, .quota = quota, .scratch = scratch };
  arena_init (&crew->kept, quota);
}

/* The number of ENGINE among those that were started. */
static uint32_t
start (struct crew *crew, const struct engine *engine)
{
  for (uint32_t i = 0; i < crew->count; i++)
    if (crew->started[i].engine == engine)
      {
        crew->started[i].keeps = true;
        return i;
      }
  assert (crew->count < ENGINE_LIMIT);
  assert (engine->name && engine->create && engine->decide && engine->rest
          && engine->forget);
  struct engine_means means
    = { .quota = crew->quota, .kept = &crew->kept, .scratch = crew->scratch };
  /* Counted only when the state exists: creating it may unwind. */
  void *state = engine->create (&means);
  assert (state);
  crew->started[crew->count].engine = engine;
  crew->started[crew->count].keeps = true;
  crew->started[crew->count].means = means;
  crew->started[crew->count].first = engine_numbers (engine);
  crew->started[crew->count].state = state;
  LOG (2, "engine %s starts; it will keep what may help with later questions",
       engine->name);
  return crew->count++;
}

/* Is QUESTION one for ENGINE? */
static bool
is_for (const struct question *question, const struct engine *engine)
{
  if (question->budget && !(engine->abilities & ENGINE_BUDGET))
    return false;
  if (!question->lowering)
    return (engine->abilities & ENGINE_CAST) && question->threads > 0
           && question->threads <= question->count
           && question->steps == pa_phases (question->instance->automaton);
  if (question->goal == QUERY_STUCK)
    return engine->abilities & ENGINE_STUCK;
  return (engine->abilities & ENGINE_DATA)
         && (question->without_data ? !(engine->abilities & ENGINE_CAST)
                                    : ir_has_data (question->lowering->flow));
}

void
crew_ask (struct crew *crew, const struct engine *engine, const struct question *question,
          struct statistics *counts, struct answer *answer)
{
  assert (engine && !engine->missing && is_for (question, engine));
  *answer = (struct answer){ .kind = VERDICT_UNKNOWN };
  uint32_t i = start (crew, engine);
  struct engine_means *means = &crew->started[i].means;
  means->memory = crew->options->memory;
  means->settings = crew->options->settings + crew->started[i].first.option;
  means->output = crew->options->output;
  means->reductions = question->reductions >> crew->started[i].first.reduction;
  means->counts = counts->at + crew->started[i].first.statistic;
  engine->decide (crew->started[i].state, question, means, answer);
  if (answer->kind == VERDICT_VIOLATION && question->lowering)
    assert (answer->run);
  else if (answer->kind == VERDICT_VIOLATION && question->explain)
    assert (!answer->trail != !answer->run);
  /* Only an engine that may give up is unknown without a reason. */
  assert (answer->kind != VERDICT_UNKNOWN || question->budget
          || answer->reason != QUOTA_NOT_EXHAUSTED);
}

bool
crew_has (const struct crew *crew, const struct engine *engine)
{
  for (uint32_t i = 0; i < crew->count; i++)
    if (crew->started[i].engine == engine)
      return crew->started[i].keeps;
  return false;
}

void
crew_dismiss (struct crew *crew, const struct engine *engine)
{
  assert (engine);
  for (uint32_t i = 0; i < crew->count; i++)
    if (crew->started[i].engine == engine)
      {
        engine->forget (crew->started[i].state);
        crew->started[i].keeps = false;
      }
}

void
crew_rest (struct crew *crew)
{
  for (uint32_t i = 0; i < crew->count; i++)
    crew->started[i].engine->rest (crew->started[i].state);
}

void
crew_forget (struct crew *crew)
{
  while (crew->count > 0)
    {
      crew->count--;
      crew->started[crew->count].engine->forget (crew->started[crew->count].state);
    }
  arena_clear (&crew->kept);
}
