/* follow.c -- see follow.h.  Cost: the circuits of each step once. */
#include <config.h>

#include "engine/bmc/follow.h"

#include "base/log.h"
#include "engine/sat/clauses.h"
#include "engine/symbolic/effect.h"
#include "engine/symbolic/found.h"

struct follower
{
  const struct suspicion *suspicion;
  struct unrolling all;
  struct clauses clauses;
  struct bits *shared; /* the state after the steps made so far */
  VEC (uint32_t) made; /* by step of the run: its index among the steps of its process */
  struct unrolled_accesses meeting; /* the access of the first process of a race */
};

static struct unrolled *
process_of (struct follower *f, const struct run_step *step)
{
  process_id process = f->suspicion->processes[step->participant.index];
  assert (process.index < f->all.processes.count);
  return &f->all.processes.at[process.index];
}

/* Compute what the process of STEP can do next; *AFTER: the state then.  False: it is
   over. */
static bool
find_effects (struct follower *f, const struct run_step *step, struct effects *effects,
              struct bits **after)
{
  struct unrolled *u = process_of (f, step);
  if (u->places.count == 0)
    return false;
  assert (u->places.count == 1);
  u->shared = f->shared;
  *after = unrolling_copy_shared (&f->all, f->shared);
  effects_find (u, effects);
  effects_make (u, effects, *after);
  return true;
}

/* Execute STEP and require that it can be made.  False: no values let it. */
static bool
make (struct follower *f, const struct run_step *step)
{
  assert (f->made.count < f->suspicion->run->steps.count);
  struct unrolled *u = process_of (f, step);
  struct effects effects;
  struct bits *after;
  if (!find_effects (f, step, &effects, &after))
    return false;
  const struct effect_exit *taken = NULL;
  for (uint32_t i = 0; i < effects.exits.count; i++)
    if (effects.exits.at[i].rule == step->rule)
      taken = &effects.exits.at[i];
  if (!taken || aig_equal (taken->when, AIG_FALSE))
    return false;
  clauses_require (&f->clauses, taken->when);
  uint32_t number = u->steps.count;
  do
    number--;
  while (u->steps.at[number].rule != step->rule);
  *vec_push (f->all.arena, &f->made) = number;
  f->shared = after;
  u->places.count = 0;
  if (!stack_is_empty (taken->to))
    *vec_push (f->all.arena, &u->places)
      = (struct unrolled_place){ .stack = taken->to, .here = AIG_TRUE };
  return true;
}

/* STEP is the second of the two accesses of a race: require that both are to one cell.
   False: they cannot be. */
static bool
require_race (struct follower *f, const struct run_step *step)
{
  struct effects effects;
  struct bits *after;
  aig_lit race = AIG_FALSE;
  assert (f->all.question->goal == QUERY_RACE && f->suspicion->meeting == 2);
  if (!find_effects (f, step, &effects, &after))
    return false;
  for (uint32_t i = 0; i < effects.poised.list.count; i++)
    for (uint32_t k = 0; k < f->meeting.list.count; k++)
      race = aig_or (
        &f->all.aig, race,
        unrolling_is_race (&f->all, &effects.poised.list.at[i], &f->meeting.list.at[k]));
  f->meeting = effects.poised;
  if (aig_equal (race, AIG_FALSE))
    return false;
  clauses_require (&f->clauses, race);
  return true;
}

/* Execute the run, but for the last steps, which are only about to happen; of a race
   require that they race. */
static bool
make_all (struct follower *f)
{
  const struct run *run = f->suspicion->run;
  uint32_t meeting = f->suspicion->meeting, executed = run->steps.count - meeting;
  assert (meeting < run->steps.count);
  for (uint32_t i = 0; i < executed; i++)
    if (!make (f, &run->steps.at[i]))
      {
        LOG (2, "no values let step %u go on", (unsigned) i + 1);
        return false;
      }
  if (f->all.question->goal != QUERY_RACE)
    return true;
  struct effects effects;
  struct bits *after;
  if (!find_effects (f, &run->steps.at[executed], &effects, &after))
    return false;
  f->meeting = effects.poised;
  return require_race (f, &run->steps.at[executed + 1]);
}

/* The run of the suspicion with the values that the solver found. */
static const struct run *
tell (struct follower *f, const struct bits *start)
{
  const struct run *run = f->suspicion->run;
  struct arena *arena = f->all.arena;
  struct run *told = arena_calloc (arena, 1, sizeof *told);
  int64_t *chosen = arena_calloc (arena, run->steps.count + (size_t) 1, sizeof *chosen);
  struct aig_values values;
  assert (f->made.count + f->suspicion->meeting == run->steps.count);
  clauses_values (&f->clauses, &values, arena);
  *told = *run;
  for (uint32_t i = 0; i < f->made.count; i++)
    {
      struct unrolled *u = process_of (f, &run->steps.at[i]);
      chosen[i] = found_step_of (&values, u->number, &u->steps.at[f->made.at[i]]).value;
    }
  told->values = chosen;
  told->initial = found_initial (&f->all, &values, start);
  return told;
}

const struct run *
follow_suspicion (const struct question *question, uint64_t conflicts,
                  struct solver **solver, struct arena *arena)
{
  assert (question->suspicion && !*solver && !question->without_data);
  struct question asked = *question;
  /* Ask for no claim: the replay checks steps of the automaton, waits and claims. */
  if (asked.goal != QUERY_RACE)
    {
      asked.goal = QUERY_ASSERT;
      asked.claim = UINT32_MAX;
      asked.threads = 0;
    }
  *solver = solver_new (arena->quota);
  struct follower *f = arena_calloc (arena, 1, sizeof *f);
  f->suspicion = question->suspicion;
  unrolling_init (&f->all, &asked, arena);
  clauses_init (&f->clauses, &f->all.aig, *solver, arena);
  f->shared = layout_start (&f->all.layout, &f->all.aig);
  const struct bits *start = f->shared;
  for (uint32_t p = 0; p < question->lowering->pds.processes.count; p++)
    {
      struct unrolled *u = unrolling_add (&f->all);
      u->time = bits_constant (&f->all.aig, 2, 0);
      u->shared = f->shared;
    }
  const struct run *told = NULL;
  if (make_all (f) && solver_solve (*solver, conflicts) == SOLVER_SAT)
    told = tell (f, start);
  LOG (1, "the suspected interleaving %s", told ? "has values" : "has no values");
  solver_free (*solver);
  *solver = NULL;
  return told;
}
