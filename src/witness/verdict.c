/* verdict.c -- see verdict.h. */
#include <config.h>

#include "witness/verdict.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/engine.h"

struct verdict
verdict_of_decision (const struct decision *decision)
{
  assert (decision->engine && decision->why);
  return (struct verdict){ .kind = decision->kind,
                           .reason = decision->reason,
                           .automaton = decision->automaton,
                           .processes = decision->processes,
                           .cast = decision->cast,
                           .factor = decision->factor,
                           .with_data = decision->with_data,
                           .engine = decision->engine,
                           .why = decision->why,
                           .nanoseconds = decision->nanoseconds,
                           .counts = decision->counts,
                           .lists = decision->answer.lists };
}

struct verdict
verdict_of_more (const struct verdict *verdict, uint32_t number)
{
  assert (verdict->kind == VERDICT_VIOLATION && number < verdict->more_count);
  struct verdict other = *verdict;
  other.witness = verdict->more[number].witness;
  other.processes = verdict->more[number].processes;
  other.cast = verdict->more[number].cast;
  other.more = NULL;
  other.more_count = 0;
  return other;
}

const struct statistic *
verdict_reached (const struct verdict *verdict, uint64_t *number)
{
  const struct engine *engine = engine_find (verdict->engine);
  assert (engine);
  for (uint32_t i = 0; i < engine->statistic_count; i++)
    {
      *number = verdict->counts.at[engine_numbers (engine).statistic + i];
      if (engine->statistics[i].reached && *number > 0)
        return &engine->statistics[i];
    }
  return NULL;
}

void
verdict_print_reason (const struct verdict *verdict, FILE *file)
{
  uint64_t number;
  const struct statistic *reached = verdict_reached (verdict, &number);
  assert (verdict->kind == VERDICT_UNKNOWN);
  fputs (verdict_reason_word (verdict->reason), file);
  if (reached)
    fprintf (file, "; %s %" PRIu64, reached->name, number);
}
