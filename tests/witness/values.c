/* values.c -- the replay of models with data confirms what was found, and no other value.
 *
 * Every violation of random models with data replays, or the judge would report a bug.
 * Then each value, each place in an array and each way in its witness is changed, one at
 * a time, and steps are left out or given to another process: all must be refused.  (Not
 * the values that are chosen or that fields start with: there any value may do.)
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/tap.h"
#include "eml/eml.h"
#include "models/families/random_data.h"
#include "phaseauto/meetings.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "witness/judge.h"
#include "witness/replay.h"

struct totals
{
  uint64_t models, violations, kinds[QUERY_KINDS], steps, tried, accepted, suspicions;
  const char *first; /* what was done to the first that was accepted */
};

struct trial
{
  struct replay_task task;
  struct witness witness; /* a copy to tamper with */
  struct quota *quota;
  struct totals *totals;
};

static bool
replays (struct trial *trial)
{
  struct arena arena;
  struct replay_failure failure;
  arena_init (&arena, trial->quota);
  bool fine = replay_witness (&trial->task, &trial->witness, &failure, &arena);
  arena_clear (&arena);
  return fine;
}

static void
expect_refusal (struct trial *trial, const char *what)
{
  trial->totals->tried++;
  if (!replays (trial))
    return;
  trial->totals->accepted++;
  if (!trial->totals->first)
    trial->totals->first = what;
}

/* Change what STEP says, in each way that it can be wrong, and put it back. */
static void
try_step (struct trial *trial, struct witness_step *step)
{
  const struct witness_step kept = *step;
  bool chosen
    = step->action == WITNESS_CHOOSE || step->action == WITNESS_NOTIFY
      || (step->action == WITNESS_BRANCH && strcmp (step->text, WITNESS_ANY) == 0);
  if (step->has_value && !chosen)
    {
      step->value++;
      expect_refusal (trial, "a value was one more");
      step->value = kept.value ^ INT64_MIN;
      expect_refusal (trial, "a value had another sign");
      *step = kept;
      step->has_value = false;
      expect_refusal (trial, "a value was missing");
      *step = kept;
    }
  if (step->action == WITNESS_SET)
    {
      step->text = "another";
      expect_refusal (trial, "another local was set");
      *step = kept;
    }
  if (witness_is_access (step))
    {
      step->has_cell = !step->has_cell;
      expect_refusal (trial, "a field was an array, or was none");
      *step = kept;
      step->cell++;
      if (step->has_cell)
        expect_refusal (trial, "it was another place in the array");
      *step = kept;
    }
  if (chosen && step->has_value)
    {
      step->value = INT64_MAX;
      expect_refusal (trial, "a value was chosen that cannot be");
      *step = kept;
    }
}

/* A process cannot leave out what it does before its last step. */
static void
try_without (struct trial *trial, uint32_t left_out)
{
  struct witness *witness = &trial->witness;
  struct witness_step kept = witness->steps.at[left_out];
  bool goes_on = false;
  for (uint32_t i = left_out + 1; i < witness->steps.count; i++)
    goes_on |= process_equal (witness->steps.at[i].process, kept.process);
  if (!goes_on)
    return;
  size_t rest = witness->steps.count - left_out - 1;
  struct witness_step *at = &witness->steps.at[left_out];
  memmove (at, at + 1, rest * sizeof *at);
  witness->steps.count--;
  expect_refusal (trial, "a step was left out");
  memmove (at + 1, at, rest * sizeof *at);
  *at = kept;
  witness->steps.count++;
}

static void
tamper (struct trial *trial)
{
  struct witness *witness = &trial->witness;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      try_step (trial, &witness->steps.at[i]);
      try_without (trial, i);
    }
  for (uint32_t i = 0; i < witness->initial.count; i++)
    {
      int64_t kept = witness->initial.at[i].value;
      witness->initial.at[i].value = INT64_MAX;
      expect_refusal (trial, "a field started with what it cannot hold");
      witness->initial.at[i].value = kept;
    }
  uint32_t claim = trial->task.claim;
  trial->task.claim = claim + 1;
  if (trial->task.automaton == pa_assert ())
    expect_refusal (trial, "it was another assert");
  trial->task.claim = claim;
}

static bool
try_query (struct judge *judge, const struct query *query, struct quota *quota,
           struct totals *totals)
{
  struct verdict verdict = judge_query (judge, query);
  totals->suspicions += verdict.suspicion != NULL;
  if (verdict.bug)
    printf ("# %s: %s\n", query->automaton->name, verdict.bug);
  if (verdict.kind != VERDICT_VIOLATION)
    return !verdict.bug;
  struct arena arena;
  arena_init (&arena, quota);
  struct trial trial = { .task = { .flow = &judge->subject->flow,
                                   .automaton = verdict.automaton,
                                   .fields = query->fields,
                                   .processes = verdict.processes,
                                   .data = true,
                                   .claim = query->claim,
                                   .exclusive = query->kind == QUERY_EXCLUSIVE,
                                   .stuck = query->kind == QUERY_STUCK,
                                   .states = REPLAY_STATES },
                         .quota = quota,
                         .totals = totals };
  witness_copy (&trial.witness, verdict.witness, &arena);
  bool fine = replays (&trial);
  totals->violations++;
  totals->kinds[query->kind]++;
  totals->steps += trial.witness.steps.count;
  if (trial.witness.steps.count < 60)
    tamper (&trial);
  arena_clear (&arena);
  return fine;
}

/* Patterns over the first two fields, and everything else. */
static bool
try_model (uint64_t seed, struct totals *totals)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    abort ();
  random_data_write (out, seed);
  fclose (out);
  struct quota quota;
  struct ir_subject subject;
  struct pa pa;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return tap_ok (false, "enough memory");
  ir_subject_init (&subject, &quota);
  pa_init (&pa, &quota);
  bool fine = pa_read_shipped (&pa, "strict");
  if (eml_read_text (&subject, "random.eml", text, size) && subject.flow.has_values)
    {
      static const char *const names[] = { NULL, "explicit", "antichain" };
      const char *name = names[seed % 3];
      struct decide_options options = { .engine = name ? engine_find (name) : NULL,
                                        .reductions = REDUCTION_ALL,
                                        .best_witness = seed % 2 };
      bool fields[64] = { true, true };
      struct query_filter filter = { .race = true,
                                     .deadlock = true,
                                     .stuck = true,
                                     .claims = subject.flow.claims.count,
                                     .exclusive = subject.flow.exclusive };
      if (subject.model.fields.count <= 64)
        filter.fields = fields;
      struct queries queries;
      struct judge judge;
      queries_list (&queries, &pa.set, &subject.projection.pds, &filter, &subject.arena);
      judge_init (&judge, &subject, &options);
      totals->models++;
      for (uint32_t q = 0; q < queries.list.count; q++)
        fine &= try_query (&judge, &queries.list.at[q], &quota, totals);
      judge_clear (&judge);
    }
  if (!fine)
    printf ("# seed %llu\n", (unsigned long long) seed);
  pa_clear (&pa);
  ir_subject_clear (&subject);
  free (text);
  return fine;
}

int
main (void)
{
  struct totals totals = { .models = 0 };
  bool fine = true;
  for (uint64_t seed = 1; seed <= 240; seed++)
    fine &= try_model (seed, &totals);
  tap_ok (fine, "what is found replays");
  tap_ok (totals.accepted == 0, "no other value, and no step too few");
  if (totals.first)
    printf ("# accepted although %s\n", totals.first);
  bool all = totals.suspicions > 0;
  for (uint32_t k = 0; k < QUERY_KINDS; k++)
    all &= totals.kinds[k] > 0;
  tap_ok (all && totals.tried > 1000,
          "each question had violations, and some were suspected");
  printf ("# %llu models, %llu violations with %llu steps, %llu changed witnesses, "
          "%llu suspicions\n",
          (unsigned long long) totals.models, (unsigned long long) totals.violations,
          (unsigned long long) totals.steps, (unsigned long long) totals.tried,
          (unsigned long long) totals.suspicions);
  printf ("# patterns %llu, races %llu, deadlocks %llu, asserts %llu, exclusive %llu, "
          "stuck %llu\n",
          (unsigned long long) totals.kinds[QUERY_PATTERN],
          (unsigned long long) totals.kinds[QUERY_RACE],
          (unsigned long long) totals.kinds[QUERY_DEADLOCK],
          (unsigned long long) totals.kinds[QUERY_ASSERT],
          (unsigned long long) totals.kinds[QUERY_EXCLUSIVE],
          (unsigned long long) totals.kinds[QUERY_STUCK]);
  return tap_done ();
}
