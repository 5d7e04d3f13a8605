/* mutations.c -- the replayer confirms what the engines found, and nothing that
 * was tampered with.
 *
 * Witnesses of random models are changed in ways that no execution survives: a
 * part cut off, a step marked that is none, a lock taken by another, a place
 * where nothing stands, a process that runs without its start or is joined without its
 * end, steps that do not happen together.  Each must be refused.  (Leaving out a
 * statement, or swapping two, can be an execution again: the model may have another way.
 * Such changes are tried where it cannot.)
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/random_eml.h"
#include "../lib/small_model.h"
#include "../lib/tap.h"
#include "phaseauto/meetings.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "witness/judge.h"
#include "witness/replay.h"

struct trial
{
  struct ir_subject *subject;
  struct replay_task task;
  struct witness witness; /* a copy to tamper with */
  struct arena *arena;
  uint64_t tried, accepted; /* changed witnesses */
  const char *first;        /* what was done to the first that was accepted */
  uint64_t starts, joins;   /* left out */
};

static bool
replays (struct trial *trial, struct replay_failure *failure)
{
  return replay_witness (&trial->task, &trial->witness, failure, trial->arena);
}

/* What was done must not pass. */
static void
expect_refusal (struct trial *trial, const char *what)
{
  struct replay_failure failure;
  trial->tried++;
  if (!replays (trial, &failure))
    return;
  trial->accepted++;
  if (!trial->first)
    trial->first = what;
}

static void
try_cuts (struct trial *trial)
{
  uint32_t count = trial->witness.steps.count;
  for (uint32_t k = 0; k < count; k++)
    {
      trial->witness.steps.count = k;
      expect_refusal (trial, "cut");
    }
  trial->witness.steps.count = count;
  /* Without its beginning. */
  trial->witness.steps.at++;
  trial->witness.steps.count--;
  bool alone = true; /* the first step is all that its process does */
  for (uint32_t i = 0; i < count - 1; i++)
    alone &= !process_equal (trial->witness.steps.at[i].process,
                             trial->witness.steps.at[-1].process);
  if (!alone && trial->witness.steps.at[-1].action == WITNESS_CALL)
    expect_refusal (trial, "beheaded");
  trial->witness.steps.at--;
  trial->witness.steps.count++;
}

static void
try_step (struct trial *trial, uint32_t i)
{
  struct witness_step *step = &trial->witness.steps.at[i];
  const struct witness_step saved = *step;
  bool lock = witness_is_operation (step);
  bool unit = step->action == WITNESS_UNIT_BEGIN || step->action == WITNESS_UNIT_END;
  uint32_t made = 0;
  for (uint32_t k = 0; k < i; k++)
    made += trial->witness.steps.at[k].phase != 0;

  step->phase = saved.phase ? 0 : made + 1;
  expect_refusal (trial, saved.phase ? "unmarked" : "marked");
  *step = saved;
  if (saved.phase)
    {
      step->phase++;
      expect_refusal (trial, "another phase");
      *step = saved;
    }
  step->nested = !step->nested;
  expect_refusal (trial, "nested");
  *step = saved;
  step->waits = !step->waits;
  expect_refusal (trial, "a wait or none");
  *step = saved;
  step->offset++;
  expect_refusal (trial, "another place");
  *step = saved;
  step->position.index = step->position.index == UINT32_MAX ? 0 : UINT32_MAX;
  expect_refusal (trial, "another source position");
  *step = saved;
  if (witness_is_operation (step))
    step->object.lock.index++;
  else if (witness_is_access (step))
    step->object.field.index++;
  else
    step->object.body.index++;
  if (!unit)
    expect_refusal (trial, "another object");
  *step = saved;
  step->process = PROCESS_NONE;
  expect_refusal (trial, "a process that is not there");
  *step = saved;
  for (uint32_t a = 0; a < WITNESS_ACTIONS; a++)
    if (a != saved.action)
      {
        step->action = (enum witness_action) a;
        expect_refusal (trial, "another action");
      }
  *step = saved;
  if (lock || unit)
    {
      step->sets = unit ? IDSET_EMPTY : step->sets;
      if (lock)
        step->object.lock = LOCK_NONE;
      expect_refusal (trial, "a lock or unit that is not there");
      *step = saved;
    }
}

/* B takes a lock while A still has it. */
static void
try_swaps (struct trial *trial)
{
  struct witness_step *steps = trial->witness.steps.at;
  for (uint32_t i = 0; i + 1 < trial->witness.steps.count; i++)
    {
      struct witness_step a = steps[i], b = steps[i + 1];
      bool hands_over = a.action == WITNESS_RELEASE && b.action == WITNESS_ACQUIRE
                        && lock_equal (a.object.lock, b.object.lock)
                        && !process_equal (a.process, b.process) && !a.nested;
      bool marked = a.phase && b.phase;
      if (!hands_over && !marked)
        continue;
      steps[i] = b;
      steps[i + 1] = a;
      expect_refusal (trial, "swapped");
      steps[i] = a;
      steps[i + 1] = b;
    }
}

/* Step I left out. */
static void
try_without (struct trial *trial, uint32_t i, const char *what)
{
  struct witness_step *steps = trial->witness.steps.at;
  uint32_t count = trial->witness.steps.count;
  const struct witness_step saved = steps[i];
  memmove (&steps[i], &steps[i + 1], (count - i - 1) * sizeof *steps);
  trial->witness.steps.count--;
  expect_refusal (trial, what);
  memmove (&steps[i + 1], &steps[i], (count - i - 1) * sizeof *steps);
  steps[i] = saved;
  trial->witness.steps.count = count;
}

/* A start without which a process runs, an end without which it is joined. */
static void
try_lives (struct trial *trial)
{
  const struct idsets *idsets = trial->subject->model.idsets;
  const struct witness_step *steps = trial->witness.steps.at;
  for (uint32_t i = 0; i < trial->witness.steps.count; i++)
    for (uint32_t k = i + 1; k < trial->witness.steps.count; k++)
      {
        if (steps[i].action == WITNESS_START
            && idset_has (idsets, witness_processes (&steps[i]), steps[k].process.index))
          {
            try_without (trial, i, "without a start");
            trial->starts++;
            break;
          }
        if (steps[i].action == WITNESS_END && steps[k].action == WITNESS_JOIN
            && idset_has (idsets, witness_processes (&steps[k]), steps[i].process.index))
          {
            try_without (trial, i, "without an end");
            trial->joins++;
            break;
          }
      }
}

/* Another step between those that happen together, or one of them before it. */
static void
try_meeting (struct trial *trial)
{
  struct witness_step *steps = trial->witness.steps.at;
  uint32_t together = trial->task.automaton->together;
  uint32_t count = trial->witness.steps.count;
  if (together == 1 || count <= together)
    return;
  const struct witness_step last = steps[count - 1], before = steps[count - together - 1];
  steps[count - 1] = before;
  expect_refusal (trial, "something else at the end");
  steps[count - 1] = last;
  const struct witness_step first = steps[count - together];
  steps[count - together] = before;
  steps[count - together - 1] = first;
  expect_refusal (trial, "something in between");
  steps[count - together] = first;
  steps[count - together - 1] = before;
}

static void
tamper (struct trial *trial, const struct witness *witness)
{
  trial->witness.steps.at = NULL;
  trial->witness.steps.count = trial->witness.steps.capacity = 0;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    *vec_push (trial->arena, &trial->witness.steps) = witness->steps.at[i];
  try_cuts (trial);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    try_step (trial, i);
  try_swaps (trial);
  try_lives (trial);
  try_meeting (trial);
  /* One process for two threads; the same field twice. */
  const struct replay_task saved = trial->task;
  process_id same[] = { saved.processes[0], saved.processes[0], saved.processes[0] };
  if (saved.automaton->threads.count == 2)
    {
      trial->task.processes = same;
      expect_refusal (trial, "one process twice");
    }
  trial->task = saved;
}

static bool
read_random (struct ir_subject *subject, uint64_t seed)
{
  struct random_model_params params = random_model_vary_params (seed);
  params.calm = 0;
  return random_eml_read (subject, &params);
}

static bool
read_small (struct ir_subject *subject, uint64_t seed)
{
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  small_model_write (file, seed);
  fclose (file);
  bool fine = eml_read_text (subject, "small.eml", text, length);
  free (text);
  return fine;
}

struct totals
{
  uint64_t violations, steps, tried;
  uint64_t races, circles, starts, joins, waits;
};

/* The races and, for two locks or three, the circles of PDS. */
static void
add_meetings (struct queries *queries, const struct pds *pds, struct arena *arena)
{
  for (uint32_t f = 0; f < pds->fields.count; f++)
    {
      field_id *field = arena_alloc (arena, sizeof *field);
      *field = (field_id){ f };
      *vec_push (arena, &queries->list) = (struct query){ .kind = QUERY_RACE,
                                                          .automaton = pa_race (),
                                                          .fields = field,
                                                          .set = pds->fields.at[f].set };
    }
  for (uint32_t a = 0; a < pds->locks.count; a++)
    for (uint32_t b = 0; b < a; b++)
      for (uint32_t c = 0; c < pds->locks.count; c++)
        {
          lock_id locks[] = { { a }, { b }, { c } };
          uint32_t count = c == a ? 2 : 3;
          if (c == b || (count == 3 && pds->processes.count < 3))
            continue;
          *vec_push (arena, &queries->list)
            = (struct query){ .kind = QUERY_DEADLOCK,
                              .automaton = pa_circle (locks, count, arena) };
        }
}

static void
count_steps (struct totals *totals, const struct query *query,
             const struct witness *witness)
{
  totals->violations++;
  totals->steps += witness->steps.count;
  totals->races += query->kind == QUERY_RACE;
  totals->circles += query->kind == QUERY_DEADLOCK;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    totals->waits += witness->steps.at[i].waits;
}

/* SMALL: a small model with life cycles and waits. */
static bool
try_model (uint64_t seed, bool small, struct totals *totals)
{
  struct quota quota;
  struct ir_subject subject;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return tap_ok (false, "enough memory");
  ir_subject_init (&subject, &quota);
  pa_init (&pa, &quota);
  bool fine = pa_read_shipped (&pa, seed % 2 ? "strict" : "complete");
  if (fine && (small ? read_small : read_random) (&subject, seed))
    {
      struct queries queries;
      struct query_filter filter = { .automata = NULL };
      queries_list (&queries, &pa.set, &subject.projection.pds, &filter, &subject.arena);
      if (small)
        add_meetings (&queries, &subject.projection.pds, &subject.arena);
      struct decide_options options
        = { .engine = small && seed % 2 ? engine_find ("explicit") : NULL,
            .reductions = REDUCTION_ALL,
            .timeout = 1000000000,
            .best_witness = seed % 3 == 0 };
      struct judge judge;
      judge_init (&judge, &subject, &options);
      for (uint32_t q = 0; q < queries.list.count && (small || q < 60); q++)
        {
          const struct query *query = &queries.list.at[q];
          struct verdict verdict = judge_query (&judge, query);
          if (verdict.bug)
            printf ("# seed %llu, %s: %s\n", (unsigned long long) seed,
                    query->automaton->name, verdict.bug);
          fine &= !verdict.bug;
          if (verdict.kind != VERDICT_VIOLATION)
            continue;
          struct arena arena;
          arena_init (&arena, &quota);
          struct trial trial = { .subject = &subject,
                                 .arena = &arena,
                                 .task = { .flow = &subject.flow,
                                           .automaton = query->automaton,
                                           .fields = query->fields,
                                           .processes = verdict.processes } };
          tamper (&trial, verdict.witness);
          count_steps (totals, query, verdict.witness);
          totals->tried += trial.tried;
          totals->starts += trial.starts;
          totals->joins += trial.joins;
          if (trial.accepted)
            printf ("# seed %llu, pattern %s: accepted although %s\n",
                    (unsigned long long) seed, query->automaton->name, trial.first);
          fine &= trial.accepted == 0;
          arena_clear (&arena);
        }
      judge_clear (&judge);
    }
  pa_clear (&pa);
  ir_subject_clear (&subject);
  return fine;
}

int
main (void)
{
  struct totals totals, small;
  memset (&totals, 0, sizeof totals);
  memset (&small, 0, sizeof small);
  bool fine = true;
  for (uint64_t seed = 1; seed <= 120 && totals.tried < 400000; seed++)
    fine &= try_model (seed, false, &totals);
  tap_ok (fine, "what was tampered with is refused");
  fine = true;
  for (uint64_t seed = 1; seed <= 200; seed++)
    fine &= try_model (seed, true, &small);
  tap_ok (fine, "life cycles, waits, races and deadlocks: the same");
  tap_ok (small.races > 50 && small.circles > 5 && small.starts > 50 && small.joins > 5
            && small.waits > 10,
          "many of each");
  printf ("# %llu violations, %llu races, %llu circles; %llu starts and %llu ends left "
          "out, %llu steps of waits\n",
          (unsigned long long) small.violations, (unsigned long long) small.races,
          (unsigned long long) small.circles, (unsigned long long) small.starts,
          (unsigned long long) small.joins, (unsigned long long) small.waits);
  tap_ok (totals.violations > 100 && totals.steps > 10 * totals.violations,
          "many violations, with many steps");
  printf ("# %llu violations, %llu steps, %llu changed witnesses\n",
          (unsigned long long) totals.violations, (unsigned long long) totals.steps,
          (unsigned long long) totals.tried);
  return tap_done ();
}
