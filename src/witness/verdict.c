/* verdict.c -- see verdict.h. */
#include <config.h>

#include "witness/verdict.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct verdict
verdict_of_decision (const struct decision *decision)
{
  assert (decision->engine && decision->why);
  return (struct verdict){ .kind = decision->kind, .reason = decision->reason,
                           .automaton = decision->automaton,
                           .processes = decision->processes, .cast = decision->cast,
                           .factor = decision->factor, .with_data = decision->with_data,
                           .engine = decision->engine, .why = decision->why,
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

uint64_t
verdict_depth (const struct verdict *verdict)
{
  assert (verdict->kind == VERDICT_UNKNOWN && verdict->engine);
  return strcmp (verdict->engine, "bmc") == 0 ? verdict->counts.depth : 0;
}

void
verdict_print_reason (const struct verdict *verdict, FILE *file)
{
  uint64_t depth = verdict_depth (verdict);
  fputs (verdict_reason_word (verdict->reason), file);
  if (depth)
    fprintf (file, "; depth %" PRIu64, depth);
}
