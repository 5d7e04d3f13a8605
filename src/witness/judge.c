/* judge.c -- see judge.h. */
#include <config.h>

#include "witness/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "ask/decide_data.h"
#include "ask/retry.h"
#include "witness/prune.h"
#include "witness/replay.h"
#include "witness/story.h"
#include "witness/story_data.h"
#include "witness/tidy.h"

static void start_suspicion (void *context);
static bool confirm_suspicion (void *context);

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
  arena_init (&judge->tries, eml->arena.quota);
  judge->decider.confirm
    = (struct decide_confirm){ judge, start_suspicion, confirm_suspicion };
  decider_use_data (&judge->decider, &eml->lowering);
}

void
judge_clear (struct judge *judge)
{
  arena_clear (&judge->search);
  decider_clear (&judge->decider);
  arena_clear (&judge->arena);
  arena_clear (&judge->tries);
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

/* What WITNESS has to be replayed as. */
static struct replay_task
task_of (const struct judge *judge, const struct query *query,
         const struct verdict *verdict)
{
  return (struct replay_task){ .flow = &judge->eml->flow,
                               .automaton = verdict->automaton, .fields = query->fields,
                               .processes = verdict->processes,
                               .data = judge->decider.lowering
                                       && !judge->decider.without_data,
                               .claim = query->claim,
                               .exclusive = query->kind == QUERY_EXCLUSIVE };
}

/* The run that was found, without data. */
static struct witness *
tell_plainly (struct judge *judge)
{
  const struct question *question = &judge->decider.question;
  if (question->plain)
    question = question->plain;
  assert (judge->run.steps.count > 0);
  struct witness *witness = arena_alloc (&judge->arena, sizeof *witness);
  story_tell (witness, &judge->eml->lowering, &judge->run, question->processes,
              question->needed, &judge->arena);
  return witness;
}

static void
report_bug (struct judge *judge, struct verdict *verdict)
{
  LOG (1, "%s", judge->bug);
  verdict->kind = VERDICT_UNKNOWN;
  verdict->reason = QUOTA_NOT_EXHAUSTED;
  verdict->bug = judge->bug;
}

/* Replay WITNESS: a violation, or a bug. */
static void
replay (struct judge *judge, const struct query *query, struct verdict *verdict,
        const struct witness *witness)
{
  assert (verdict->processes && verdict->automaton);
  struct replay_task task = task_of (judge, query, verdict);
  struct replay_failure failure;
  LOG (1, "the interleaving has %u statements of the model and %u switches",
       (unsigned) witness->steps.count, (unsigned) judge->run.switches);
  if (replay_witness (&task, witness, &failure, &judge->arena))
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
  report_bug (judge, verdict);
}

/* ---- Data. ---- */

/* RUN told with its values; null, with the reason: it is none with data. */
static struct witness *
tell_with_data (struct judge *judge, const struct run *run, const process_id *processes,
                int64_t guess, const char **message, struct arena *arena)
{
  const struct query *query = judge->decider.query;
  uint32_t together = judge->decider.verdict.automaton->together;
  struct story_plot plot = { .lowering = &judge->eml->lowering, .run = run,
                             .processes = processes,
                             .meeting = together > 1 ? together : 0,
                             .field = FIELD_NONE, .guess = guess };
  if (query->kind == QUERY_RACE)
    plot.field = query->fields[0];
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  return story_tell_data (witness, &plot, message, arena) ? witness : NULL;
}

static void
start_suspicion (void *context)
{
  struct judge *judge = context;
  judge->confirmed = NULL;
  judge->suspicion = (struct judge_suspicion){ .witness = NULL };
}

/* Values to be tried where the suspicion says nothing. */
static const int64_t guesses[] = { 0, 1, -1 };

/* Is RUN, the interleaving of a suspicion, with its values or with GUESS for those that it
   does not say, a violation? */
static bool
try_schedule (struct judge *judge, const struct run *run, const process_id *processes,
              int64_t guess)
{
  const struct decider *decider = &judge->decider;
  const char *message = NULL;
  assert (processes && !judge->confirmed);
  struct witness *witness
    = tell_with_data (judge, run, processes, guess, &message, &judge->arena);
  struct replay_task task = task_of (judge, decider->query, &decider->verdict);
  struct replay_failure failure;
  if (!witness)
    LOG (1, "its own interleaving is none with data: %s", message);
  else if (replay_witness (&task, witness, &failure, &judge->arena))
    judge->confirmed = witness;
  else
    LOG (1, "its own interleaving is none with data: step %u: %s",
         (unsigned) failure.step + 1, failure.message);
  return judge->confirmed != NULL;
}

/* Is the interleaving of the run without data one with data, with values that are easily
   guessed, or that a solver finds? */
static bool
try_own_schedule (struct judge *judge)
{
  struct decider *decider = &judge->decider;
  const struct question *question = &decider->question;
  if (question->plain)
    question = question->plain;
  for (size_t g = 0; g < sizeof guesses / sizeof *guesses; g++)
    if (try_schedule (judge, &judge->run, question->processes, guesses[g]))
      return true;
  uint32_t together = decider->verdict.automaton->together;
  struct data_suspicion suspicion
    = { &judge->run, question->processes, together > 1 ? together : 0 };
  const struct run *solved = decide_data_confirm (decider, &suspicion);
  return solved && try_schedule (judge, solved, question->processes, 0);
}

/* Within the quota of the query: an engine without data says violation. */
static bool
confirm_suspicion (void *context)
{
  struct judge *judge = context;
  LOG (1, "that is a suspicion: is it so with data?");
  search_within_quota (judge);
  if (judge->outcome != WITNESS_FOUND)
    return false;
  bool confirmed = try_own_schedule (judge);
  if (!confirmed && !judge->suspicion.witness)
    {
      struct verdict verdict = judge->decider.verdict;
      struct witness *witness = tell_plainly (judge);
      add_cast (judge, witness, &verdict);
      judge->suspicion = (struct judge_suspicion){ witness, verdict.automaton,
                                                   verdict.processes, verdict.cast };
    }
  arena_clear (&judge->search);
  return confirmed;
}

/* The run of an engine that is asked about all processes, without data. */
static struct witness *
tell_of_all (struct judge *judge, const struct run *run, struct arena *arena)
{
  assert (judge->decider.without_data && run->steps.count > 0);
  uint32_t count = judge->eml->model.processes;
  process_id *all = arena_alloc (arena, count * sizeof *all);
  for (uint32_t p = 0; p < count; p++)
    all[p] = (process_id){ p };
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  story_tell (witness, &judge->eml->lowering, run, all, count, arena);
  return witness;
}

/* RUN of an engine that knows data, told with its values if there are any. */
static const struct witness *
tell_run (struct judge *judge, const struct run *run, const char **message,
          struct arena *arena)
{
  return judge->decider.without_data
           ? tell_of_all (judge, run, arena)
           : tell_with_data (judge, run, NULL, 0, message, arena);
}

/* Is RUN, which was found and changed, still a violation? */
static bool
still_works (void *context, const struct run *run)
{
  struct judge *judge = context;
  const struct decider *decider = &judge->decider;
  struct arena *arena = &judge->tries;
  struct replay_failure failure;
  const char *message = NULL;
  arena_clear (arena);
  const struct witness *witness = tell_run (judge, run, &message, arena);
  struct replay_task task = task_of (judge, decider->query, &decider->verdict);
  bool works = witness && replay_witness (&task, witness, &failure, arena);
  arena_clear (arena);
  return works;
}

/* RUN, which an engine that knows data has found, as a person wants to see it. */
static const struct run *
improve_run (struct judge *judge, const struct run *run, const struct verdict *verdict)
{
  assert (run->steps.count > 0);
  if (!judge->options.best_witness || !still_works (judge, run))
    return run;
  uint32_t fixed = verdict->automaton->together > 1 ? verdict->automaton->together : 1;
  run = prune_run (run, fixed, &judge->eml->lowering.pds, still_works, judge,
                   &judge->arena);
  return tidy_run (run, fixed, still_works, judge, &judge->arena);
}

/* RUN, which an engine that knows data has found, told and replayed. */
static void
replay_run (struct judge *judge, const struct query *query, struct verdict *verdict,
            const struct run *run)
{
  const char *message = NULL;
  const struct witness *witness
    = tell_run (judge, improve_run (judge, run, verdict), &message, &judge->arena);
  if (witness)
    {
      replay (judge, query, verdict, witness);
      return;
    }
  snprintf (judge->bug, sizeof judge->bug, "the run that was found is none: %s",
            message ? message : "it is missing");
  report_bug (judge, verdict);
}

/* The other races that were found go with the verdict, once they are replayed. */
static void
replay_more (struct judge *judge, const struct query *query, struct verdict *verdict)
{
  const struct data_answer *answer = &judge->decider.data_answer;
  struct verdict_more *more
    = arena_alloc (&judge->arena, (answer->more_count + (size_t) 1) * sizeof *more);
  assert (verdict->witness || answer->more_count == 0 || verdict->bug);
  for (uint32_t i = 0; i < answer->more_count && verdict->witness; i++)
    {
      struct verdict other = *verdict;
      other.processes = answer->more[i].processes;
      other.cast = answer->more[i].count;
      judge->decider.verdict = other;
      replay_run (judge, query, &other, answer->more[i].run);
      if (other.kind != VERDICT_VIOLATION)
        {
          other.witness = NULL;
          *verdict = other;
          return;
        }
      process_id *processes = arena_alloc (&judge->arena, other.cast * sizeof *processes);
      memcpy (processes, other.processes, other.cast * sizeof *processes);
      more[i] = (struct verdict_more){ other.witness, processes, other.cast };
    }
  verdict->more = more;
  verdict->more_count = verdict->witness ? answer->more_count : 0;
  verdict->more_are_all = answer->more_are_all;
}

/* The violation of a model with data, or one that an engine found which knows data. */
static void
replay_with_data (struct judge *judge, const struct query *query,
                  struct verdict *verdict)
{
  if (judge->decider.found == FOUND_CONFIRMED)
    {
      assert (judge->confirmed);
      replay (judge, query, verdict, judge->confirmed);
      return;
    }
  replay_run (judge, query, verdict, judge->decider.data_answer.run);
  replay_more (judge, query, verdict);
}

/* An open suspicion goes with the verdict. */
static void
show_suspicion (const struct judge *judge, struct verdict *verdict)
{
  if (!judge->suspicion.witness)
    return;
  verdict->suspicion = judge->suspicion.witness;
  verdict->automaton = judge->suspicion.automaton;
  verdict->processes = judge->suspicion.processes;
  verdict->cast = judge->suspicion.cast;
}

struct verdict
judge_query (struct judge *judge, const struct query *query)
{
  arena_clear (&judge->arena);
  struct verdict verdict = decide_query (&judge->decider, query);
  uint64_t start = quota_clock ();
  if (verdict.kind == VERDICT_VIOLATION && judge->decider.lowering)
    replay_with_data (judge, query, &verdict);
  else if (verdict.kind == VERDICT_VIOLATION && find_run (judge, &verdict))
    replay (judge, query, &verdict, tell_plainly (judge));
  else if (verdict.kind == VERDICT_UNKNOWN && judge->decider.lowering)
    show_suspicion (judge, &verdict);
  arena_clear (&judge->search);
  decider_finish (&judge->decider);
  verdict.nanoseconds += quota_clock () - start;
  assert ((verdict.kind == VERDICT_VIOLATION) == (verdict.witness != NULL));
  assert (!verdict.bug || verdict.kind == VERDICT_UNKNOWN);
  return verdict;
}
