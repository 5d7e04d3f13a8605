/* dimacs.c -- see dimacs.h. */
#include <config.h>

#include "engine/sat/dimacs.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

void
dimacs_start (struct dimacs *d)
{
  struct dimacs_literals clauses = d->clauses, assumptions = d->assumptions;
  clauses.count = assumptions.count = 0;
  *d = (struct dimacs){ .clauses = clauses, .assumptions = assumptions };
}

void
dimacs_free (struct dimacs *d)
{
  free (d->clauses.at);
  free (d->assumptions.at);
  *d = (struct dimacs){ .count = 0 };
}

static bool
push (struct dimacs_literals *list, int literal)
{
  assert (list->count <= list->room);
  if (list->count == list->room)
    {
      size_t room = list->room ? 2 * list->room : 1024;
      int *at
        = room <= SIZE_MAX / sizeof *at ? realloc (list->at, room * sizeof *at) : NULL;
      if (!at)
        return false;
      list->at = at;
      list->room = room;
    }
  list->at[list->count++] = literal;
  return true;
}

bool
dimacs_add (struct dimacs *d, int literal)
{
  d->count += literal == 0;
  return push (&d->clauses, literal);
}

bool
dimacs_assume (struct dimacs *d, int literal)
{
  assert (literal != 0);
  if (d->asked)
    d->assumptions.count = 0;
  d->asked = false;
  return push (&d->assumptions, literal);
}

void
dimacs_call (struct dimacs *d, int variables)
{
  assert (variables >= d->variables);
  if (d->asked)
    d->assumptions.count = 0;
  d->asked = true;
  d->is_false = false;
  d->variables = variables;
  d->answer = NULL;
}

void
dimacs_answer (struct dimacs *d, const char *answer)
{
  assert (d->asked && answer);
  d->answer = answer;
}

void
dimacs_refute (struct dimacs *d, const char *what, uint32_t depth)
{
  assert (what);
  d->is_false = true;
  d->what = what;
  d->depth = depth;
  d->answer = "unsatisfiable";
}

void
dimacs_write (const struct dimacs *d, FILE *file)
{
  if (d->what)
    fprintf (file, "c depth %" PRIu32 ": %s\n", d->depth, d->what);
  if (d->answer)
    fprintf (file, "c %s\n", d->answer);
  if (d->is_false || !d->asked)
    {
      /* One empty clause, which is false; or no clause if nothing was asked. */
      fputs (d->is_false ? "p cnf 0 1\n0\n" : "p cnf 0 0\n", file);
      return;
    }
  fprintf (file, "p cnf %d %" PRIu64 "\n", d->variables,
           d->count + (uint64_t) d->assumptions.count);
  for (size_t i = 0; i < d->clauses.count; i++)
    fprintf (file, "%d%c", d->clauses.at[i], d->clauses.at[i] == 0 ? '\n' : ' ');
  for (size_t i = 0; i < d->assumptions.count; i++)
    fprintf (file, "%d 0\n", d->assumptions.at[i]);
}
