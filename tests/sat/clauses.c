/* clauses.c -- the clause generator against a naive one, and the solver's limits.
 *
 * The naive generator gives every node a variable and all three clauses of its gate, for
 * a solver of its own; on random graphs both must be satisfiable together, also when more
 * is required later, and the values that come back must make the requirements true.
 */
#include <config.h>

#include "engine/sat/bits.h"
#include "engine/sat/clauses.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"

static struct quota quota;
static struct arena arena;
static uint64_t seed = 11;

static aig_lit
random_literal (const struct aig *aig)
{
  return (aig_lit){ random_below (&seed, 2 * aig->nodes.count) };
}

static aig_lit
random_gates (struct aig *aig, uint32_t gates)
{
  aig_lit last = AIG_FALSE;
  for (uint32_t i = 0; i < gates; i++)
    {
      aig_lit a = random_literal (aig), b = random_literal (aig),
              c = random_literal (aig);
      switch (random_below (&seed, 3))
        {
        case 0: last = aig_and (aig, a, b); break;
        case 1: last = aig_xor (aig, a, b); break;
        default: last = aig_choose (aig, a, b, c); break;
        }
    }
  return last;
}

/* ---- The naive one: variable of a node is the node + 1. ---- */

static int
naive_literal (aig_lit lit)
{
  int variable = (int) aig_node_of (lit) + 1;
  return aig_is_negated (lit) ? -variable : variable;
}

static void
naive_clause (struct solver *solver, int a, int b, int c)
{
  solver_add (solver, a);
  if (b)
    solver_add (solver, b);
  if (c)
    solver_add (solver, c);
  solver_add (solver, 0);
}

static bool
naive_solve (const struct aig *aig, const aig_lit *required, uint32_t count)
{
  struct solver *solver = solver_new (&quota);
  for (uint32_t n = 0; n < aig->nodes.count; n++)
    solver_variable (solver);
  naive_clause (solver, -1, 0, 0);
  for (uint32_t n = 1; n < aig->nodes.count; n++)
    if (aig_is_gate (aig, n))
      {
        int g = (int) n + 1, a = naive_literal (aig->nodes.at[n].left),
            b = naive_literal (aig->nodes.at[n].right);
        naive_clause (solver, -g, a, 0);
        naive_clause (solver, -g, b, 0);
        naive_clause (solver, g, -a, -b);
      }
  for (uint32_t i = 0; i < count; i++)
    naive_clause (solver, naive_literal (required[i]), 0, 0);
  enum solver_answer answer = solver_solve (solver, 0);
  solver_free (solver);
  return answer == SOLVER_SAT;
}

/* ---- Comparisons. ---- */

static void
compare (uint32_t rounds)
{
  uint32_t wrong = 0, satisfiable = 0;
  for (uint32_t round = 0; round < rounds; round++)
    {
      arena_clear (&arena);
      struct aig aig;
      aig_init (&aig, &arena);
      for (uint32_t i = 0; i < 6; i++)
        aig_input (&aig);
      struct solver *solver = solver_new (&quota);
      struct clauses clauses;
      clauses_init (&clauses, &aig, solver, &arena);
      aig_lit required[8];
      for (uint32_t i = 0; i < 8; i++)
        {
          required[i] = random_gates (&aig, 12);
          bool expected = naive_solve (&aig, required, i + 1);
          if (i % 2)
            clauses_require (&clauses, required[i]);
          else
            clauses_assume (&clauses, required[i]);
          bool found = solver_solve (solver, 0) == SOLVER_SAT;
          wrong += found != expected;
          satisfiable += found;
          struct aig_values values;
          if (found)
            {
              clauses_values (&clauses, &values, &arena);
              for (uint32_t k = 0; k <= i; k++)
                wrong += !aig_value (&values, required[k]);
            }
          else if (i % 2 == 0 && !aig_is_constant (required[i]))
            wrong += naive_solve (&aig, required, i)
                     && !clauses_failed (&clauses, required[i]);
          if (i % 2 == 0)
            clauses_require (&clauses, required[i]);
        }
      solver_free (solver);
    }
  tap_ok (wrong == 0 && satisfiable > rounds,
          "%u random graphs: as a naive generator says (%u satisfiable)",
          (unsigned) rounds, (unsigned) satisfiable);
}

static void
multiply (struct solver *solver, uint32_t width, int64_t product, int64_t *a, int64_t *b,
          enum solver_answer *answer, uint64_t conflicts)
{
  struct aig aig;
  struct clauses clauses;
  aig_init (&aig, &arena);
  clauses_init (&clauses, &aig, solver, &arena);
  struct bits x = bits_input (&aig, width), y = bits_input (&aig, width);
  struct bits one = bits_constant (&aig, width, 1);
  clauses_require (&clauses, bits_equal (&aig, bits_multiply (&aig, x, y),
                                         bits_constant (&aig, width, product)));
  clauses_require (&clauses, bits_less (&aig, one, x));
  clauses_require (&clauses, bits_less (&aig, x, y));
  clauses_require (
    &clauses, bits_less (&aig, y, bits_constant (&aig, width, 1 << (width / 2 - 1))));
  *answer = solver_solve (solver, conflicts);
  if (*answer != SOLVER_SAT)
    return;
  struct aig_values values;
  clauses_values (&clauses, &values, &arena);
  *a = bits_value (&values, x);
  *b = bits_value (&values, y);
}

static volatile sig_atomic_t interrupted;

static void
test_limits (void)
{
  int64_t a = 0, b = 0;
  enum solver_answer answer;
  arena_clear (&arena);
  struct solver *solver = solver_new (&quota);
  multiply (solver, 20, 13 * 509, &a, &b, &answer, 0);
  tap_ok (answer == SOLVER_SAT && a == 13 && b == 509, "factors are found");
  solver_free (solver);

  solver = solver_new (&quota);
  multiply (solver, 44, INT64_C (2093663) * 2080033, &a, &b, &answer, 10);
  tap_ok (answer == SOLVER_UNDECIDED, "after ten conflicts nothing is decided");
  solver_free (solver);

  solver = solver_new (&quota);
  solver_set_deadline (solver, 1);
  multiply (solver, 44, INT64_C (2093663) * 2080033, &a, &b, &answer, 0);
  tap_ok (answer == SOLVER_UNDECIDED, "after a deadline of its own nothing is decided");
  solver_free (solver);

  struct solver *volatile stopped = solver_new (&quota);
  quota.interrupted = &interrupted;
  interrupted = 1;
  if (quota_checkpoint (&quota))
    tap_ok (quota.reason == QUOTA_INTERRUPTED, "a signal stops the solver");
  else
    {
      quota.patience = UINT32_MAX; /* the arenas do not notice */
      multiply (stopped, 44, INT64_C (2093663) * 2080033, &a, &b, &answer, 0);
      tap_ok (false, "a signal stops the solver");
    }
  interrupted = 0;
  solver_free (stopped);
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    return 1;
  compare (150);
  test_limits ();
  arena_clear (&arena);
  return tap_done ();
}
