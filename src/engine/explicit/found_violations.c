/* found_violations.c -- see found_violations.h. */
#include <config.h>

#include "engine/explicit/found_violations.h"

#include <assert.h>

void
violations_init (struct violations *violations, const struct program *program,
                 const struct process_filter *only, struct arena *arena)
{
  *violations = (struct violations){ .program = program, .only = only, .arena = arena };
  if (program->instance)
    return;
  const struct ir *flow = program->data->flow;
  size_t fields = flow->model->fields.count, claims = flow->claims.count;
  violations->races = arena_calloc (arena, fields + 1, sizeof *violations->races);
  violations->exclusives
    = arena_calloc (arena, fields + 1, sizeof *violations->exclusives);
  violations->claims = arena_calloc (arena, claims + 1, sizeof *violations->claims);
}

/* Do the processes of the violation count? */
static bool
are_meant (const struct violations *f, const process_id *processes, uint32_t count)
{
  return process_filter_mean (f->only, processes, count, f->program->count);
}

void
violations_add (struct violations *violations, struct violation *violation, state_id id,
                uint32_t process)
{
  assert (process < violations->program->count);
  if (violation->found)
    return;
  *violation = (struct violation){ .found = true, .state = id, .count = 1 };
  violation->processes = arena_alloc (violations->arena, sizeof *violation->processes);
  violation->processes[0] = (process_id){ process };
}

/* ---- Races. ---- */

/* Is NEXT an access that can be made now? */
static bool
is_poised (const struct next_step *next)
{
  return next->kind == STEP_ACCESS && next->choices > 0 && next->failed == IR_NO_CLAIM
         && next->touched.count > 0;
}

/* The first field of a cell that both touch, which may race and has no race yet;
   UINT32_MAX: none. */
static uint32_t
find_common (const struct violations *f, const struct next_step *a,
             const struct next_step *b)
{
  for (uint32_t i = 0; i < a->touched.count; i++)
    for (uint32_t k = 0; k < b->touched.count; k++)
      {
        uint32_t field = f->program->data->field_of[a->touched.at[i]];
        if (a->touched.at[i] == b->touched.at[k] && !f->races[field].found
            && !f->program->data->flow->model->fields.at[field].is_volatile)
          return field;
      }
  return UINT32_MAX;
}

static void
check_pair (struct violations *f, state_id id, const struct next_step *all,
            uint32_t writer, uint32_t other)
{
  const struct next_step *a = &all[writer], *b = &all[other];
  assert (writer != other && is_poised (a) && is_poised (b));
  if (!a->writes || (a->atomic && b->atomic))
    return;
  uint32_t field = find_common (f, a, b);
  assert (field == UINT32_MAX || !f->races[field].found);
  process_id both[2] = { { writer }, { other } };
  if (field == UINT32_MAX || !are_meant (f, both, 2))
    return;
  struct violation *violation = &f->races[field];
  violations_add (f, violation, id, writer);
  violation->count = 2;
  violation->processes = arena_alloc (f->arena, sizeof both);
  violation->processes[0] = both[0];
  violation->processes[1] = both[1];
}

static void
check_races (struct violations *f, state_id id, const struct next_step *all)
{
  uint32_t processes = f->program->count;
  f->poised.count = 0;
  for (uint32_t p = 0; p < processes; p++)
    if (is_poised (&all[p]))
      *vec_push (f->arena, &f->poised) = p;
  for (uint32_t i = 0; i < f->poised.count; i++)
    {
      quota_work (f->arena->quota, f->poised.count / 16);
      for (uint32_t k = i + 1; k < f->poised.count; k++)
        {
          check_pair (f, id, all, f->poised.at[i], f->poised.at[k]);
          check_pair (f, id, all, f->poised.at[k], f->poised.at[i]);
        }
    }
}

/* ---- Deadlocks. ---- */

/* The process that PROCESS waits for, from 1; 0: it waits for no lock. */
static uint32_t
waits_for (const struct state *state, const struct next_step *all, uint32_t process)
{
  const struct next_step *next = &all[process];
  assert (!(next->kind == STEP_ACQUIRE && next->blocked)
          || state->owners[next->lock] != process + 1);
  return next->kind == STEP_ACQUIRE && next->blocked ? state->owners[next->lock] : 0;
}

/* The length of the circle that PROCESS waits in; 0: it waits in none. */
static uint32_t
circle_length (const struct violations *f, const struct state *state,
               const struct next_step *all, uint32_t process)
{
  uint32_t length = 0, next = process;
  do
    {
      uint32_t owner = waits_for (state, all, next);
      if (owner == 0 || length == f->program->count)
        return 0;
      next = owner - 1;
      length++;
    }
  while (next != process);
  assert (length > 1 && length <= f->program->count);
  return length;
}

static void
check_deadlock (struct violations *f, const struct state *state, state_id id,
                const struct next_step *all)
{
  for (uint32_t p = 0; p < f->program->count; p++)
    {
      if (waits_for (state, all, p) == 0)
        continue;
      quota_work (f->arena->quota, 1);
      uint32_t length = circle_length (f, state, all, p);
      if (length == 0)
        continue;
      struct violation violation = { .found = true, .state = id, .count = length };
      violation.processes = arena_alloc (f->arena, length * sizeof *violation.processes);
      violation.locks = arena_alloc (f->arena, length * sizeof *violation.locks);
      uint32_t next = p;
      for (uint32_t i = 0; i < length; i++)
        {
          violation.processes[i] = (process_id){ next };
          violation.locks[i] = f->program->locks.lock[all[next].lock];
          next = waits_for (state, all, next) - 1;
        }
      assert (next == p);
      if (!are_meant (f, violation.processes, length))
        continue;
      f->deadlock = violation;
      return;
    }
}

void
violations_check (struct violations *violations, const struct state *state, state_id id,
                  const struct next_step *all)
{
  assert (!state->midst && !state->opener);
  check_races (violations, id, all);
  if (!violations->deadlock.found)
    check_deadlock (violations, state, id, all);
}
