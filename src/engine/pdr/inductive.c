/* inductive.c -- see inductive.h. */
#include <config.h>

#include "engine/pdr/inductive.h"

/* Write to LITERALS those of CUBE, before or AFTER the step; NEGATED: of its clause. */
static void
write_cube (const struct transition_system *system, const struct cube *cube, bool after,
            bool negated, aig_lit *literals)
{
  assert (cube->count <= system->state.count);
  for (uint32_t i = 0; i < cube->count; i++)
    {
      aig_lit lit = after ? state_lit_after (system, cube->at[i])
                          : state_lit_before (system, cube->at[i]);
      literals[i] = negated ? aig_not (lit) : lit;
    }
}

/* Does no step lead from outside of all cubes into CUBE? */
static bool
is_closed (const struct transition_system *system, const struct cube *cube,
           struct clauses *clauses, aig_lit *literals)
{
  write_cube (system, cube, true, false, literals);
  clauses_assume (clauses, system->step);
  for (uint32_t i = 0; i < cube->count; i++)
    clauses_assume (clauses, literals[i]);
  return solver_solve (clauses->solver, 0) == SOLVER_UNSAT;
}

bool
inductive_holds (const struct transition_system *system, const struct cube *cubes,
                 uint32_t count, struct solver **solver, struct arena *arena)
{
  struct clauses clauses;
  assert (!*solver);
  *solver = solver_new (arena->quota);
  clauses_init (&clauses, system->aig, *solver, arena);
  aig_lit *literals = arena_alloc (arena, system->state.count * sizeof *literals);
  bool holds = true;
  for (uint32_t i = 0; i < count && holds; i++)
    {
      holds = !cube_has_initial (system, &cubes[i]);
      write_cube (system, &cubes[i], false, true, literals);
      clauses_require_one (&clauses, literals, cubes[i].count);
    }
  for (uint32_t i = 0; i < count && holds; i++)
    holds = is_closed (system, &cubes[i], &clauses, literals);
  if (holds)
    {
      clauses_assume (&clauses, system->bad);
      holds = solver_solve (*solver, 0) == SOLVER_UNSAT;
    }
  solver_free (*solver);
  *solver = NULL;
  return holds;
}
