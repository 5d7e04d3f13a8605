/* crew.c -- see crew.h. */
#include <config.h>

#include "ask/crew.h"

#include <assert.h>

#include "base/log.h"

void
crew_init (struct crew *crew, struct quota *quota, struct arena *scratch,
           struct verdict_counts *counts)
{
  assert (scratch->quota == quota);
  assert (engine_count <= CREW_LIMIT);
  *crew = (struct crew){ .means = { .quota = quota, .kept = &crew->kept,
                                    .scratch = scratch, .counts = counts } };
  arena_init (&crew->kept, quota);
}

static void *
find_state (struct crew *crew, const struct engine *engine)
{
  for (uint32_t i = 0; i < crew->count; i++)
    if (crew->started[i].engine == engine)
      {
        crew->started[i].keeps = true;
        return crew->started[i].state;
      }
  assert (crew->count < CREW_LIMIT);
  assert (engine->name && engine->create && (engine->decide || engine->decide_data)
          && engine->rest && engine->forget);
  /* Counted only when the state exists: creating it may unwind. */
  void *state = engine->create (&crew->means);
  assert (state);
  crew->started[crew->count].engine = engine;
  crew->started[crew->count].keeps = true;
  crew->started[crew->count++].state = state;
  LOG (2, "engine %s starts; it will keep what may help with later questions",
       engine->name);
  return state;
}

void
crew_ask (struct crew *crew, const struct engine *engine,
          const struct question *question, struct answer *answer)
{
  assert (engine && crew->means.kept == &crew->kept);
  assert (question->threads > 0 && question->threads <= question->count);
  assert (question->steps == pa_phases (question->instance->automaton));
  assert (!question->budget || (engine->abilities & ENGINE_BUDGET));
  *answer = (struct answer){ .kind = VERDICT_UNKNOWN };
  engine->decide (find_state (crew, engine), question, &crew->means, answer);
  assert (answer->kind != VERDICT_VIOLATION || !question->explain
          || !answer->trail != !answer->run);
  /* Only an engine that may give up is unknown without a reason. */
  assert (answer->kind != VERDICT_UNKNOWN || question->budget
          || answer->reason != QUOTA_NOT_EXHAUSTED);
}

void
crew_ask_data (struct crew *crew, const struct engine *engine,
               const struct data_question *question, struct data_answer *answer)
{
  assert (engine->abilities & ENGINE_DATA);
  assert (question->without_data ? !engine->decide
                                 : ir_has_data (question->lowering->flow));
  *answer = (struct data_answer){ .kind = VERDICT_UNKNOWN };
  engine->decide_data (find_state (crew, engine), question, &crew->means, answer);
  assert ((answer->kind == VERDICT_VIOLATION) == !!answer->run);
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
