/* clauses.c -- see clauses.h.
 *
 * Invariant: if a node has a direction in `known', its operands have those that this one
 * needs.  Cost: at most three clauses for each gate.
 */
#include <config.h>

#include "engine/sat/clauses.h"

#define IF_TRUE 1
#define IF_FALSE 2

void
clauses_init (struct clauses *clauses, const struct aig *aig, struct solver *solver,
              struct arena *arena)
{
  assert (aig && solver);
  *clauses = (struct clauses){ .arena = arena, .aig = aig, .solver = solver };
}

void
clauses_begin_again (struct clauses *clauses, struct solver *solver)
{
  assert (solver && clauses->pending.count == 0);
  clauses->solver = solver;
  clauses->nodes.count = 0;
}

static void
add (struct clauses *clauses, int literal)
{
  solver_add (clauses->solver, literal);
  clauses->count += literal == 0;
}

static void
add_clause (struct clauses *clauses, int a, int b, int c)
{
  assert (a != 0 && b != 0);
  add (clauses, a);
  add (clauses, b);
  if (c)
    add (clauses, c);
  add (clauses, 0);
}

/* The node of LIT, which gets a variable if it has none. */
static struct clauses_node *
node_of (struct clauses *clauses, aig_lit lit)
{
  while (clauses->nodes.count < clauses->aig->nodes.count)
    *vec_push (clauses->arena, &clauses->nodes) = (struct clauses_node){ 0, 0 };
  struct clauses_node *node = &clauses->nodes.at[aig_node_of (lit)];
  if (!node->variable)
    node->variable = solver_variable (clauses->solver);
  return node;
}

static int
literal_of (struct clauses *clauses, aig_lit lit)
{
  int variable = node_of (clauses, lit)->variable;
  return aig_is_negated (lit) ? -variable : variable;
}

/* Add the clauses that requiring LIT needs, and those that they need in turn. */
static void
define (struct clauses *clauses, aig_lit lit)
{
  assert (clauses->pending.count == 0);
  *vec_push (clauses->arena, &clauses->pending) = lit.code;
  while (clauses->pending.count > 0)
    {
      aig_lit next = { clauses->pending.at[--clauses->pending.count] };
      uint8_t direction = aig_is_negated (next) ? IF_FALSE : IF_TRUE;
      struct clauses_node *node = node_of (clauses, next);
      if (node->known & direction)
        continue;
      node->known |= direction;
      int own = node->variable;
      if (aig_node_of (next) == 0)
        {
          add (clauses, -own); /* the constant */
          add (clauses, 0);
          continue;
        }
      if (!aig_is_gate (clauses->aig, aig_node_of (next)))
        continue;
      struct aig_node gate = clauses->aig->nodes.at[aig_node_of (next)];
      int left = literal_of (clauses, gate.left),
          right = literal_of (clauses, gate.right);
      if (direction == IF_TRUE)
        {
          add_clause (clauses, -own, left, 0);
          add_clause (clauses, -own, right, 0);
        }
      else
        add_clause (clauses, own, -left, -right);
      uint32_t flip = direction == IF_TRUE ? 0 : 1;
      *vec_push (clauses->arena, &clauses->pending) = gate.left.code ^ flip;
      *vec_push (clauses->arena, &clauses->pending) = gate.right.code ^ flip;
    }
}

void
clauses_require_one (struct clauses *clauses, const aig_lit *at, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (aig_equal (at[i], AIG_TRUE))
      return;
  for (uint32_t i = 0; i < count; i++)
    if (!aig_equal (at[i], AIG_FALSE))
      define (clauses, at[i]);
  for (uint32_t i = 0; i < count; i++)
    if (!aig_equal (at[i], AIG_FALSE))
      add (clauses, literal_of (clauses, at[i]));
  add (clauses, 0);
}

void
clauses_require (struct clauses *clauses, aig_lit lit)
{
  assert (aig_node_of (lit) < clauses->aig->nodes.count);
  /* A conjunction is required part by part: then it needs no variable. */
  struct aig_node gate = clauses->aig->nodes.at[aig_node_of (lit)];
  if (aig_is_gate (clauses->aig, aig_node_of (lit)) && !aig_is_negated (lit))
    {
      clauses_require_one (clauses, &gate.left, 1);
      clauses_require_one (clauses, &gate.right, 1);
    }
  else
    clauses_require_one (clauses, &lit, 1);
}

int
clauses_literal (struct clauses *clauses, aig_lit lit)
{
  define (clauses, lit);
  return literal_of (clauses, lit);
}

void
clauses_assume (struct clauses *clauses, aig_lit lit)
{
  solver_assume (clauses->solver, clauses_literal (clauses, lit));
}

bool
clauses_failed (const struct clauses *clauses, aig_lit lit)
{
  assert (aig_node_of (lit) < clauses->nodes.count);
  int variable = clauses->nodes.at[aig_node_of (lit)].variable;
  assert (variable > 0);
  return solver_failed (clauses->solver, aig_is_negated (lit) ? -variable : variable);
}

bool
clauses_input (const struct clauses *clauses, uint32_t node)
{
  assert (!aig_is_gate (clauses->aig, node));
  if (node >= clauses->nodes.count || !clauses->nodes.at[node].variable)
    return false;
  return solver_value (clauses->solver, clauses->nodes.at[node].variable);
}

static bool
value_of_input (void *context, uint32_t node)
{
  const struct clauses *clauses = context;
  return clauses_input (clauses, node);
}

void
clauses_values (struct clauses *clauses, struct aig_values *values, struct arena *arena)
{
  aig_values_init (values, clauses->aig, value_of_input, clauses, arena);
}
