/* mutations.c -- the replayer confirms what the engines found, and nothing that
 * was tampered with.
 *
 * Witnesses of random models are changed in ways that no execution survives: a
 * part cut off, a step marked that is none, a lock taken by another, a place
 * where nothing stands.  Each must be refused.  (Leaving out a statement, or
 * swapping two, can be an execution again: the model may have another way.
 * Such changes are tried where it cannot.)
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/random_eml.h"
#include "../lib/tap.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "witness/judge.h"
#include "witness/replay.h"

struct trial
{
  struct eml *eml;
  struct replay_task task;
  struct witness witness;   /* a copy to tamper with */
  struct arena *arena;
  uint64_t tried, accepted; /* changed witnesses */
  const char *first;        /* what was done to the first that was accepted */
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
read_random (struct eml *eml, uint64_t seed)
{
  struct random_model_params params = random_model_vary_params (seed);
  params.calm = 0;
  return random_eml_read (eml, &params);
}

struct totals
{
  uint64_t violations, steps, tried;
};

static bool
try_model (uint64_t seed, struct totals *totals)
{
  struct quota quota;
  struct eml eml;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return tap_ok (false, "enough memory");
  eml_init (&eml, &quota);
  pa_init (&pa, &quota);
  bool fine = pa_read_shipped (&pa, seed % 2 ? "strict" : "complete");
  if (fine && read_random (&eml, seed))
    {
      struct queries queries;
      struct query_filter filter = { .automata = NULL };
      queries_list (&queries, &pa.set, &eml.lowering.pds, &filter, &eml.arena);
      struct decide_options options = { .engine = NULL,
                                        .reductions = REDUCTION_ALL,
                                        .timeout = 1000000000,
                                        .best_witness = seed % 3 == 0 };
      struct judge judge;
      judge_init (&judge, &eml, &options);
      for (uint32_t q = 0; q < queries.list.count && q < 60; q++)
        {
          const struct query *query = &queries.list.at[q];
          struct verdict verdict = judge_query (&judge, query);
          fine &= !verdict.bug;
          if (verdict.kind != VERDICT_VIOLATION)
            continue;
          struct arena arena;
          arena_init (&arena, &quota);
          struct trial trial = { .eml = &eml, .arena = &arena,
                                 .task = { &eml.flow, query->automaton, query->fields,
                                           verdict.processes } };
          tamper (&trial, verdict.witness);
          totals->violations++;
          totals->steps += verdict.witness->steps.count;
          totals->tried += trial.tried;
          if (trial.accepted)
            printf ("# seed %llu, pattern %s: accepted although %s\n",
                    (unsigned long long) seed, query->automaton->name, trial.first);
          fine &= trial.accepted == 0;
          arena_clear (&arena);
        }
      judge_clear (&judge);
    }
  pa_clear (&pa);
  eml_clear (&eml);
  return fine;
}

int
main (void)
{
  struct totals totals = { 0, 0, 0 };
  bool fine = true;
  for (uint64_t seed = 1; seed <= 120 && totals.tried < 400000; seed++)
    fine &= try_model (seed, &totals);
  tap_ok (fine, "what was tampered with is refused");
  tap_ok (totals.violations > 100 && totals.steps > 10 * totals.violations,
          "many violations, with many steps");
  printf ("# %llu violations, %llu steps, %llu changed witnesses\n",
          (unsigned long long) totals.violations, (unsigned long long) totals.steps,
          (unsigned long long) totals.tried);
  return tap_done ();
}
