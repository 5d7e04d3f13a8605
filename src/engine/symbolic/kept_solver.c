/* kept_solver.c -- see kept_solver.h. */
#include <config.h>

#include "engine/symbolic/kept_solver.h"

#include <assert.h>

void *
kept_solver_create (const struct engine_means *means)
{
  return arena_calloc (means->kept, 1, sizeof (struct solver *));
}

struct solver **
kept_solver_of (void *state)
{
  struct solver **solver = state;
  assert (!*solver);
  return solver;
}

void
kept_solver_forget (void *state)
{
  struct solver **solver = state;
  solver_free (*solver);
  *solver = NULL;
}
