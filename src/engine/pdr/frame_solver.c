/* frame_solver.c -- see frame_solver.h. */
#include <config.h>

#include "engine/pdr/frame_solver.h"

/* The conflicts of all solvers so far. */
static uint64_t
all_conflicts (const struct frame_solver *frames)
{
  return frames->conflicts + (*frames->solver ? solver_conflicts (*frames->solver) : 0);
}

/* The variable that switches LEVEL off. */
static int
idle (struct frame_solver *frames, uint32_t level)
{
  while (frames->idle.count <= level)
    *vec_push (frames->arena, &frames->idle) = solver_variable (*frames->solver);
  return frames->idle.at[level];
}

static void
add (struct frame_solver *frames, int literal)
{
  solver_add (*frames->solver, literal);
}

/* LIT, before the step, as a literal of the solver. */
static int
before (struct frame_solver *frames, state_lit lit)
{
  return clauses_literal (&frames->clauses, state_lit_before (frames->system, lit));
}

/* Give a new solver the clauses of the initial states. */
static void
teach_initial (struct frame_solver *frames)
{
  const struct transition_system *system = frames->system;
  solver_count_conflicts (*frames->solver);
  for (uint32_t b = 0; b < system->state.count; b++)
    if (aig_is_constant (system->initial.at[b]))
      {
        bool value = aig_equal (system->initial.at[b], AIG_TRUE);
        add (frames, idle (frames, 0));
        add (frames, before (frames, state_lit_of (b, value)));
        add (frames, 0);
      }
}

void
frame_solver_init (struct frame_solver *frames, struct arena *arena,
                   const struct transition_system *system, struct solver **solver,
                   uint64_t budget)
{
  assert (!*solver);
  *frames = (struct frame_solver){
    .arena = arena, .system = system, .solver = solver, .budget = budget
  };
  *solver = solver_new (arena->quota);
  clauses_init (&frames->clauses, system->aig, *solver, arena);
  teach_initial (frames);
}

void
frame_solver_begin_again (struct frame_solver *frames)
{
  frame_solver_end (frames);
  *frames->solver = solver_new (frames->arena->quota);
  clauses_begin_again (&frames->clauses, *frames->solver);
  teach_initial (frames);
}

uint64_t
frame_solver_work (const struct frame_solver *frames)
{
  return frames->calls + all_conflicts (frames);
}

void
frame_solver_end (struct frame_solver *frames)
{
  frames->conflicts = all_conflicts (frames);
  solver_free (*frames->solver);
  *frames->solver = NULL;
  frames->idle.count = 0;
}

void
frame_solver_exclude (struct frame_solver *frames, const struct cube *cube,
                      uint32_t level)
{
  assert (level > 0 && cube_is_sorted (cube));
  if (level != FRAME_ALWAYS)
    add (frames, idle (frames, level));
  for (uint32_t i = 0; i < cube->count; i++)
    add (frames, -before (frames, cube->at[i]));
  add (frames, 0);
}

static void
assume_frame (struct frame_solver *frames, uint32_t level)
{
  idle (frames, level);
  for (uint32_t i = 0; i < frames->idle.count; i++)
    solver_assume (*frames->solver, i < level ? frames->idle.at[i] : -frames->idle.at[i]);
}

static enum solver_answer
solve (struct frame_solver *frames)
{
  uint64_t used = frame_solver_work (frames);
  frames->spent = frames->spent || (frames->budget && used >= frames->budget);
  if (frames->spent)
    return SOLVER_UNDECIDED;
  frames->calls++;
  enum solver_answer answer
    = solver_solve (*frames->solver, frames->budget ? frames->budget - used : 0);
  frames->spent = answer == SOLVER_UNDECIDED;
  return answer;
}

enum solver_answer
frame_solver_ask_bad (struct frame_solver *frames, uint32_t level)
{
  int bad = clauses_literal (&frames->clauses, frames->system->bad);
  assume_frame (frames, level);
  solver_assume (*frames->solver, bad);
  return solve (frames);
}

/* LIT, after the step, as a literal of the solver. */
static int
after (struct frame_solver *frames, state_lit lit)
{
  return clauses_literal (&frames->clauses, state_lit_after (frames->system, lit));
}

enum solver_answer
frame_solver_ask_step (struct frame_solver *frames, uint32_t level,
                       const struct cube *cube, bool outside)
{
  assert (cube_is_sorted (cube) && (!outside || cube->count > 0));
  assume_frame (frames, level);
  clauses_assume (&frames->clauses, frames->system->step);
  for (uint32_t i = 0; i < cube->count; i++)
    solver_assume (*frames->solver, after (frames, cube->at[i]));
  if (outside)
    {
      for (uint32_t i = 0; i < cube->count; i++)
        solver_constrain (*frames->solver, -before (frames, cube->at[i]));
      solver_constrain (*frames->solver, 0);
    }
  return solve (frames);
}

void
frame_solver_core (struct frame_solver *frames, const struct cube *cube,
                   struct cube *core)
{
  const struct transition_system *system = frames->system;
  state_lit needed = { UINT32_MAX }; /* a literal that is false initially */
  bool excludes = false;
  assert (!cube_has_initial (system, cube) && core != cube);
  core->count = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    {
      bool differs = state_lit_is_not_initial (system, cube->at[i]);
      if (clauses_failed (&frames->clauses, state_lit_after (system, cube->at[i])))
        {
          *vec_push (frames->arena, core) = cube->at[i];
          excludes = excludes || differs;
        }
      else if (differs)
        needed = cube->at[i];
    }
  if (excludes)
    return;
  /* CORE has an initial state: insert `needed' at its place, which excludes it. */
  assert (needed.code != UINT32_MAX);
  uint32_t i = core->count;
  (void) vec_push (frames->arena, core);
  for (; i > 0 && core->at[i - 1].code > needed.code; i--)
    core->at[i] = core->at[i - 1];
  core->at[i] = needed;
  assert (cube_is_sorted (core) && !cube_has_initial (system, core));
}

/* ---- Sets of cubes. ---- */

/* The two variables that the solver has for a cube. */
struct candidate
{
  int excluded; /* implies: the state before the step is outside of the cube */
  int entered;  /* implies: the state after the step is inside of it */
};

static struct candidate
add_candidate (struct frame_solver *frames, const struct cube *cube)
{
  struct candidate new
    = { solver_variable (*frames->solver), solver_variable (*frames->solver) };
  for (uint32_t i = 0; i < cube->count; i++)
    {
      int inside = after (frames, cube->at[i]); /* may add clauses of its own */
      add (frames, -new.entered);
      add (frames, inside);
      add (frames, 0);
    }
  add (frames, -new.excluded);
  for (uint32_t i = 0; i < cube->count; i++)
    add (frames, -before (frames, cube->at[i]));
  add (frames, 0);
  return new;
}

/* Is there a step from outside of all cubes that are KEPT into one of them? */
static enum solver_answer
ask_entered (struct frame_solver *frames, const struct candidate *candidates,
             uint32_t count, const bool *kept)
{
  clauses_assume (&frames->clauses, frames->system->step);
  for (uint32_t i = 0; i < count; i++)
    if (kept[i])
      {
        solver_assume (*frames->solver, candidates[i].excluded);
        solver_constrain (*frames->solver, candidates[i].entered);
      }
  solver_constrain (*frames->solver, 0);
  return solve (frames);
}

uint32_t
frame_solver_keep_inductive (struct frame_solver *frames, const struct cube *at,
                             uint32_t count, bool *kept)
{
  struct candidate *candidates
    = arena_alloc (frames->arena, (count + (size_t) 1) * sizeof *candidates);
  uint32_t left = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      assert (cube_is_sorted (&at[i]) && at[i].count > 0);
      kept[i] = !cube_has_initial (frames->system, &at[i]);
      left += kept[i];
      candidates[i] = add_candidate (frames, &at[i]);
    }
  while (left > 0)
    {
      enum solver_answer answer = ask_entered (frames, candidates, count, kept);
      if (answer == SOLVER_UNSAT)
        break;
      uint32_t more = left;
      for (uint32_t i = 0; i < count; i++)
        if (kept[i]
            && (answer == SOLVER_UNDECIDED
                || solver_value (*frames->solver, candidates[i].entered)))
          {
            kept[i] = false;
            left--;
          }
      assert (left < more);
    }
  /* Retire the variables. */
  for (uint32_t i = 0; i < count; i++)
    {
      add (frames, -candidates[i].excluded);
      add (frames, 0);
      add (frames, -candidates[i].entered);
      add (frames, 0);
    }
  return left;
}
