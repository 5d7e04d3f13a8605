/* judge.c -- see judge.h. */
#include <config.h>

#include "witness/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "ask/decide_data.h"
#include "ask/retry.h"
#include "witness/replay.h"
#include "witness/story.h"
#include "witness/story_data.h"
#include "witness/tidy.h"

static void start_suspicion (void *context);
static bool confirm_suspicion (void *context, struct decision *decision);

void
judge_init (struct judge *judge, struct ir_subject *subject,
            const struct decide_options *options)
{
  assert (subject && options);
  judge->subject = subject;
  judge->options = *options;
  judge->options.witness = true;
  decider_init (&judge->decider, &subject->projection.pds, &judge->options,
                &subject->arena);
  arena_init (&judge->search, &judge->decider.quota);
  arena_init (&judge->arena, subject->arena.quota);
  arena_init (&judge->tries, subject->arena.quota);
  decider_use_data (&judge->decider, &subject->projection);
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
  const struct decision *decision = judge->decision;
  assert (decision->question.explain);
  arena_clear (&judge->search);
  judge->outcome
    = witness_find (&judge->run, &decision->question, &decision->answer,
                    judge->options.best_witness, &judge->decider.quota, &judge->search);
}

/* Find a run for the violation.  False: there is none, and VERDICT says why. */
static bool
find_run (struct judge *judge, struct verdict *verdict)
{
  enum quota_reason reason = QUOTA_NOT_EXHAUSTED;
  LOG (1, "an engine says violation: is there an interleaving?");
  if (!retry_within_quota (&judge->decider.pool, search_within_quota, judge))
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

/* Append to VERDICT the processes that make steps in WITNESS and play no thread. */
static void
add_cast (struct judge *judge, const struct witness *witness, struct verdict *verdict)
{
  bool *known
    = arena_calloc (&judge->arena, judge->subject->model.processes, sizeof *known);
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
  /* The processes live as long as the list of threads. */
  process_id *kept
    = arena_alloc (judge->decider.groundwork.arena, cast.count * sizeof *kept);
  memcpy (kept, cast.at, cast.count * sizeof *kept);
  verdict->processes = kept;
  verdict->cast = cast.count;
}

/* The task of replaying a witness of VERDICT. */
static struct replay_task
task_of (const struct judge *judge, const struct verdict *verdict)
{
  const struct query *query = judge->decision->query;
  return (struct replay_task){ .flow = &judge->subject->flow,
                               .automaton = verdict->automaton,
                               .fields = query->fields,
                               .processes = verdict->processes,
                               .data = judge->decision->values,
                               .claim = query->claim,
                               .exclusive = query->kind == QUERY_EXCLUSIVE,
                               .stuck = query->kind == QUERY_STUCK,
                               .states = REPLAY_STATES };
}

/* The story of the run that was found, without data. */
static struct witness *
tell_plainly (struct judge *judge)
{
  const struct question *question = &judge->decision->question;
  if (question->plain)
    question = question->plain;
  assert (judge->run.steps.count > 0);
  struct witness *witness = arena_alloc (&judge->arena, sizeof *witness);
  story_tell (witness, &judge->subject->projection, &judge->run, question->processes,
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

/* Replay WITNESS: VERDICT is a violation then, or reports a bug. */
static void
replay (struct judge *judge, struct verdict *verdict, const struct witness *witness)
{
  assert (verdict->processes && verdict->automaton);
  struct replay_task task = task_of (judge, verdict);
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

/* The story of RUN with its values; null, with the reason: there is none with data. */
static struct witness *
tell_with_data (struct judge *judge, const struct run *run, const process_id *processes,
                int64_t guess, const char **message, struct arena *arena)
{
  const struct query *query = judge->decision->query;
  uint32_t together = judge->verdict.automaton->together;
  struct story_plot plot = { .lowering = &judge->subject->projection,
                             .run = run,
                             .processes = processes,
                             .meeting = together > 1 ? together : 0,
                             .field = FIELD_NONE,
                             .guess = guess };
  if (query->kind == QUERY_RACE)
    plot.field = query->fields[0];
  plot.stuck = query->kind == QUERY_STUCK;
  if (plot.stuck)
    plot.meeting = together;
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

/* Values to try where the suspicion has none. */
static const int64_t guesses[] = { 0, 1, -1 };

/* Is RUN, the interleaving of a suspicion, a violation with its values, and with GUESS
   for those that it does not have? */
static bool
try_schedule (struct judge *judge, const struct run *run, const process_id *processes,
              int64_t guess)
{
  const char *message = NULL;
  assert (processes && !judge->confirmed);
  struct witness *witness
    = tell_with_data (judge, run, processes, guess, &message, &judge->arena);
  struct replay_task task = task_of (judge, &judge->verdict);
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

/* Does the interleaving that was found without data exist with data, with values that are
   easily guessed, or that a solver finds? */
static bool
try_own_schedule (struct judge *judge)
{
  const struct question *question = &judge->decision->question;
  if (question->plain)
    question = question->plain;
  for (size_t g = 0; g < sizeof guesses / sizeof *guesses; g++)
    if (try_schedule (judge, &judge->run, question->processes, guesses[g]))
      return true;
  uint32_t together = judge->verdict.automaton->together;
  struct suspicion suspicion
    = { &judge->run, question->processes, together > 1 ? together : 0 };
  const struct run *solved
    = decide_data_confirm (&judge->decider, judge->decision, &suspicion);
  return solved && try_schedule (judge, solved, question->processes, 0);
}

/* Called within the quota of the query when an engine without data says "violation". */
static bool
confirm_suspicion (void *context, struct decision *decision)
{
  struct judge *judge = context;
  judge->decision = decision;
  judge->verdict = verdict_of_decision (decision);
  LOG (1, "that is a suspicion: is it so with data?");
  search_within_quota (judge);
  if (judge->outcome != WITNESS_FOUND)
    return false;
  bool confirmed = try_own_schedule (judge);
  if (!confirmed && !judge->suspicion.witness)
    {
      struct verdict verdict = judge->verdict;
      struct witness *witness = tell_plainly (judge);
      add_cast (judge, witness, &verdict);
      judge->suspicion = (struct judge_suspicion){ witness, verdict.automaton,
                                                   verdict.processes, verdict.cast };
    }
  arena_clear (&judge->search);
  return confirmed;
}

/* The story of RUN, of an engine that is asked about all processes, without data. */
static struct witness *
tell_of_all (struct judge *judge, const struct run *run, struct arena *arena)
{
  assert (!judge->decision->values && run->steps.count > 0);
  uint32_t count = judge->subject->model.processes;
  process_id *all = arena_alloc (arena, count * sizeof *all);
  for (uint32_t p = 0; p < count; p++)
    all[p] = (process_id){ p };
  struct witness *witness = arena_alloc (arena, sizeof *witness);
  story_tell (witness, &judge->subject->projection, run, all, count, arena);
  return witness;
}

/* The story of RUN, of an engine that knows data, with its values if there are any. */
static const struct witness *
tell_run (struct judge *judge, const struct run *run, const char **message,
          struct arena *arena)
{
  return judge->decision->values ? tell_with_data (judge, run, NULL, 0, message, arena)
                                 : tell_of_all (judge, run, arena);
}

/* The most states that are listed to check whether processes still wait for ever in a
   changed run: there are some hundreds of these checks. */
#define TRIED_STATES 1000

/* Is RUN, a changed version of the run that was found, still a violation? */
static bool
still_works (void *context, const struct run *run)
{
  struct judge *judge = context;
  struct arena *arena = &judge->tries;
  struct replay_failure failure;
  const char *message = NULL;
  arena_clear (arena);
  const struct witness *witness = tell_run (judge, run, &message, arena);
  struct replay_task task = task_of (judge, &judge->verdict);
  task.states = TRIED_STATES;
  bool works = witness && replay_witness (&task, witness, &failure, arena);
  arena_clear (arena);
  return works;
}

/* RUN, which an engine that knows data has found, improved for a person. */
static const struct run *
improve_run (struct judge *judge, const struct run *run, const struct verdict *verdict)
{
  assert (run->steps.count > 0);
  /* After a signal the run is shown as it was found. */
  const volatile sig_atomic_t *interrupted = judge->options.interrupted;
  if (!judge->options.best_witness || (interrupted && *interrupted)
      || !still_works (judge, run))
    return run;
  uint32_t fixed = verdict->automaton->together > 1 ? verdict->automaton->together : 1;
  run = prune_run (run, fixed, &judge->subject->projection.pds, still_works, judge,
                   &judge->arena);
  return tidy_run (run, fixed, still_works, judge, &judge->arena);
}

/* Tell and replay RUN, which an engine that knows data has found. */
static void
replay_run (struct judge *judge, struct verdict *verdict, const struct run *run)
{
  judge->verdict = *verdict;
  const char *message = NULL;
  const struct witness *witness
    = tell_run (judge, improve_run (judge, run, verdict), &message, &judge->arena);
  if (witness)
    {
      replay (judge, verdict, witness);
      return;
    }
  snprintf (judge->bug, sizeof judge->bug, "the run that was found is none: %s",
            message ? message : "it is missing");
  report_bug (judge, verdict);
}

/* Replay the other races that were found, and add them to the verdict. */
static void
replay_more (struct judge *judge, struct verdict *verdict)
{
  const struct answer *answer = &judge->decision->answer;
  struct verdict_more *more
    = arena_alloc (&judge->arena, (answer->more_count + (size_t) 1) * sizeof *more);
  assert (verdict->witness || answer->more_count == 0 || verdict->bug);
  for (uint32_t i = 0; i < answer->more_count && verdict->witness; i++)
    {
      struct verdict other = *verdict;
      other.processes = answer->more[i].processes;
      other.cast = answer->more[i].count;
      replay_run (judge, &other, answer->more[i].run);
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

/* Replay the violation that was decided. */
static void
replay_found (struct judge *judge, struct verdict *verdict)
{
  switch (judge->decision->found)
    {
    case FOUND_IN_CAST:
      if (find_run (judge, verdict))
        replay (judge, verdict, tell_plainly (judge));
      break;
    case FOUND_CONFIRMED:
      assert (judge->confirmed);
      replay (judge, verdict, judge->confirmed);
      break;
    case FOUND_IN_MODEL:
      replay_run (judge, verdict, judge->decision->answer.run);
      replay_more (judge, verdict);
      break;
    }
}

/* Add an open suspicion to the verdict. */
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

/* No engine could decide whether values allow the suspicion.  For a program it is
   reported as a violation of the grade "suspected": somebody has to look at it. */
static void
report_suspicion (struct judge *judge, struct verdict *verdict)
{
  if (!verdict->suspicion || verdict->bug || !judge->subject->flow.may_forget
      || verdict->reason == QUOTA_INTERRUPTED)
    return;
  struct replay_task task = task_of (judge, verdict);
  struct replay_failure failure;
  task.data = false;
  if (!replay_witness (&task, verdict->suspicion, &failure, &judge->arena))
    return;
  verdict->kind = VERDICT_VIOLATION;
  verdict->reason = QUOTA_NOT_EXHAUSTED;
  verdict->witness = verdict->suspicion;
  verdict->suspicion = NULL;
  verdict->grade = GRADE_SUSPECTED;
}

struct verdict
judge_query (struct judge *judge, const struct query *query)
{
  arena_clear (&judge->arena);
  struct decide_confirm confirm = { judge, start_suspicion, confirm_suspicion };
  struct decision decision;
  decide_query (&judge->decider, query, &confirm, &decision);
  struct verdict verdict = verdict_of_decision (&decision);
  uint64_t start = quota_clock ();
  judge->decision = &decision;
  if (verdict.kind == VERDICT_VIOLATION)
    replay_found (judge, &verdict);
  else if (verdict.kind == VERDICT_UNKNOWN)
    {
      show_suspicion (judge, &verdict);
      report_suspicion (judge, &verdict);
    }
  if (verdict.witness && verdict.grade == GRADE_NONE)
    verdict.grade = grade_of_witness (judge->subject, verdict.witness);
  judge->decision = NULL;
  arena_clear (&judge->search);
  decider_finish (&judge->decider);
  verdict.nanoseconds += quota_clock () - start;
  assert ((verdict.kind == VERDICT_VIOLATION) == (verdict.witness != NULL));
  assert (!verdict.bug || verdict.kind == VERDICT_UNKNOWN);
  return verdict;
}
