/* crew.c -- see crew.h. */
#include <config.h>

#include "engine/crew.h"

#include <assert.h>

void
crew_init (struct crew *crew, struct quota *quota, struct arena *scratch,
           struct verdict_counts *counts)
{
  *crew = (struct crew){ .means = { .quota = quota, .kept = &crew->kept,
                                    .scratch = scratch, .counts = counts } };
  arena_init (&crew->kept, quota);
}

static void *
find_state (struct crew *crew, const struct engine *engine)
{
  for (uint32_t i = 0; i < crew->count; i++)
    if (crew->started[i].engine == engine)
      return crew->started[i].state;
  assert (crew->count < CREW_LIMIT);
  /* Counted only when it is there: creating it may unwind. */
  void *state = engine->create (&crew->means);
  crew->started[crew->count].engine = engine;
  crew->started[crew->count++].state = state;
  return state;
}

void
crew_ask (struct crew *crew, const struct engine *engine,
          const struct question *question, struct answer *answer)
{
  assert (engine && question->threads <= question->count);
  assert (!question->budget || (engine->abilities & ENGINE_BUDGET));
  *answer = (struct answer){ .kind = VERDICT_UNKNOWN };
  engine->decide (find_state (crew, engine), question, &crew->means, answer);
  assert (answer->kind != VERDICT_VIOLATION || !question->explain
          || !answer->trail != !answer->run);
}

bool
crew_keeps (const struct crew *crew)
{
  return crew->count > 0;
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
