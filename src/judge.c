/* judge.c -- see judge.h. */
#include <config.h>

#include "judge.h"

#include <stdio.h>

#include "witness/replay.h"
#include "witness/story.h"

void
judge_init (struct judge *judge, struct eml *eml, const struct decide_options *options)
{
  judge->eml = eml;
  judge->options = *options;
  judge->options.witness = true;
  decider_init (&judge->decider, &eml->lowering.pds, &judge->options, &eml->arena);
  arena_init (&judge->arena, eml->arena.quota);
}

void
judge_clear (struct judge *judge)
{
  decider_clear (&judge->decider);
  arena_clear (&judge->arena);
}

static void
replay (struct judge *judge, const struct query *query, struct verdict *verdict)
{
  struct arena *arena = &judge->arena;
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  story_tell (witness, &judge->eml->lowering, verdict->run, verdict->processes,
              query->automaton->threads.count, arena);
  struct replay_task task = { &judge->eml->flow, query->automaton, query->fields,
                              verdict->processes };
  struct replay_failure failure;
  if (replay_witness (&task, witness, &failure, arena))
    {
      verdict->witness = witness;
      return;
    }
  snprintf (judge->bug, sizeof judge->bug,
            "the interleaving that was found does not replay: step %u of %u: %s",
            (unsigned) failure.step + 1, (unsigned) witness->steps.count,
            failure.message);
  verdict->kind = VERDICT_UNKNOWN;
  verdict->reason = QUOTA_NOT_EXHAUSTED;
  verdict->bug = judge->bug;
}

struct verdict
judge_query (struct judge *judge, const struct query *query)
{
  arena_clear (&judge->arena);
  struct verdict verdict = decide_query (&judge->decider, query);
  if (verdict.kind == VERDICT_VIOLATION)
    {
      uint64_t start = quota_clock ();
      replay (judge, query, &verdict);
      verdict.nanoseconds += quota_clock () - start;
    }
  return verdict;
}
