/* judge.c -- see judge.h. */
#include <config.h>

#include "witness/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "engine/retry.h"
#include "witness/replay.h"
#include "witness/story.h"

void
judge_init (struct judge *judge, struct eml *eml, const struct decide_options *options)
{
  assert (eml && options);
  judge->eml = eml;
  judge->options = *options;
  judge->options.witness = true;
  decider_init (&judge->decider, &eml->lowering.pds, &judge->options, &eml->arena);
  arena_init (&judge->search, &judge->decider.quota);
  arena_init (&judge->arena, eml->arena.quota);
}

void
judge_clear (struct judge *judge)
{
  arena_clear (&judge->search);
  decider_clear (&judge->decider);
  arena_clear (&judge->arena);
}

/* ---- The search. ---- */

static void
search_within_quota (void *context)
{
  struct judge *judge = context;
  struct decider *decider = &judge->decider;
  assert (decider->question.explain);
  arena_clear (&judge->search);
  judge->outcome = witness_find (&judge->run, &decider->question, &decider->answer,
                                 judge->options.best_witness, &decider->quota,
                                 &judge->search);
}

/* Is there a run for the violation?  If not, VERDICT says why. */
static bool
find_run (struct judge *judge, struct verdict *verdict)
{
  enum quota_reason reason = QUOTA_NOT_EXHAUSTED;
  LOG (1, "an engine says violation: is there an interleaving?");
  if (!retry_within_quota (&judge->decider.crew, search_within_quota, judge))
    reason = judge->decider.quota.reason;
  else if (judge->outcome == WITNESS_FOUND)
    return true;
  else if (judge->outcome == WITNESS_TOO_LONG)
    reason = QUOTA_BOUND;
  else
    verdict->bug = "the engine found a violation, but there is no interleaving for it";
  LOG (1, "no interleaving was found: %s", verdict_reason_word (reason));
  verdict->kind = VERDICT_UNKNOWN;
  verdict->reason = reason;
  return false;
}

/* ---- The replay. ---- */

/* Those who make steps in WITNESS and play no thread come after the threads. */
static void
add_cast (struct judge *judge, const struct witness *witness, struct verdict *verdict)
{
  bool *known
    = arena_calloc (&judge->arena, judge->eml->model.processes, sizeof *known);
  VEC (process_id) cast = VEC_EMPTY;
  assert (verdict->cast == verdict->automaton->threads.count);
  for (uint32_t t = 0; t < verdict->cast; t++)
    {
      *vec_push (&judge->arena, &cast) = verdict->processes[t];
      known[verdict->processes[t].index] = true;
    }
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      process_id process = witness->steps.at[i].process;
      if (!known[process.index])
        *vec_push (&judge->arena, &cast) = process;
      known[process.index] = true;
    }
  if (cast.count == verdict->cast)
    return;
  /* As long-lived as the threads. */
  process_id *kept
    = arena_alloc (judge->decider.groundwork.arena, cast.count * sizeof *kept);
  memcpy (kept, cast.at, cast.count * sizeof *kept);
  verdict->processes = kept;
  verdict->cast = cast.count;
}

static void
replay (struct judge *judge, const struct query *query, struct verdict *verdict)
{
  struct arena *arena = &judge->arena;
  const struct question *question = &judge->decider.question;
  if (question->plain)
    question = question->plain;
  assert (judge->run.steps.count > 0 && verdict->processes && verdict->automaton);
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  story_tell (witness, &judge->eml->lowering, &judge->run, question->processes,
              question->needed, arena);
  struct replay_task task = { .flow = &judge->eml->flow, .automaton = verdict->automaton,
                              .fields = query->fields, .processes = verdict->processes };
  struct replay_failure failure;
  LOG (1, "the interleaving has %u statements of the model and %u switches",
       (unsigned) witness->steps.count, (unsigned) judge->run.switches);
  if (replay_witness (&task, witness, &failure, arena))
    {
      LOG (1, "it was replayed against the model: this is a violation");
      verdict->witness = witness;
      add_cast (judge, witness, verdict);
      return;
    }
  snprintf (judge->bug, sizeof judge->bug,
            "the interleaving that was found does not replay: step %u of %u: %s",
            (unsigned) failure.step + 1, (unsigned) witness->steps.count,
            failure.message);
  LOG (1, "%s", judge->bug);
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
      if (find_run (judge, &verdict))
        replay (judge, query, &verdict);
      arena_clear (&judge->search);
      decider_finish (&judge->decider);
      verdict.nanoseconds += quota_clock () - start;
    }
  assert ((verdict.kind == VERDICT_VIOLATION) == (verdict.witness != NULL));
  assert (!verdict.bug || verdict.kind == VERDICT_UNKNOWN);
  return verdict;
}
