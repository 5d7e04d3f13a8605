/* aig.c -- see aig.h.
 *
 * The rules by which a gate is avoided look one gate deep into the operands (the first
 * two levels of [BrummayerBiere2006]); each makes the graph smaller or leaves it as
 * large, so that they need no second pass.
 */
#include <config.h>

#include "engine/sat/aig.h"

#include <string.h>

void
aig_init (struct aig *aig, struct arena *arena)
{
  *aig = (struct aig){ .arena = arena };
  pairmap_init (&aig->gates, arena);
  *vec_push (arena, &aig->nodes) = (struct aig_node){ AIG_FALSE, AIG_FALSE };
}

aig_lit
aig_input (struct aig *aig)
{
  assert (aig->nodes.count > 0 && aig->nodes.count <= UINT32_MAX / 2);
  *vec_push (aig->arena, &aig->nodes) = (struct aig_node){ AIG_FALSE, AIG_FALSE };
  aig->inputs++;
  return (aig_lit){ 2 * (aig->nodes.count - 1) };
}

/* Is LIT a gate, negated or not?  *GATE: its operands. */
static bool
look_into (const struct aig *aig, aig_lit lit, struct aig_node *gate)
{
  *gate = aig->nodes.at[aig_node_of (lit)];
  return gate->right.code != 0;
}

/* Simplify the conjunction of A, a gate or its negation, and B.  True: the operands that
   are left are in *A and *B; if they are equal, that is the result. */
static bool
simplify (const struct aig *aig, aig_lit *a, aig_lit *b)
{
  struct aig_node gate;
  if (!look_into (aig, *a, &gate))
    return false;
  aig_lit x = gate.left, y = gate.right, other = *b;
  if (!aig_is_negated (*a))
    {
      /* (x & y) & x = x & y;  (x & y) & !x = 0 */
      if (aig_equal (other, x) || aig_equal (other, y))
        *b = *a;
      else if (aig_equal (other, aig_not (x)) || aig_equal (other, aig_not (y)))
        *a = *b = AIG_FALSE;
      else
        return false;
      return true;
    }
  /* !(x & y) & !x = !x;  !(x & y) & x = x & !y */
  if (aig_equal (other, aig_not (x)) || aig_equal (other, aig_not (y)))
    *a = other;
  else if (aig_equal (other, x))
    *a = aig_not (y);
  else if (aig_equal (other, y))
    *a = aig_not (x);
  else
    return false;
  return true;
}

/* Are A and B conjunctions with contradictory operands? */
static bool
contradict (const struct aig *aig, aig_lit a, aig_lit b)
{
  struct aig_node g, h;
  if (aig_is_negated (a) || aig_is_negated (b) || !look_into (aig, a, &g)
      || !look_into (aig, b, &h))
    return false;
  return aig_equal (g.left, aig_not (h.left)) || aig_equal (g.left, aig_not (h.right))
         || aig_equal (g.right, aig_not (h.left))
         || aig_equal (g.right, aig_not (h.right));
}

aig_lit
aig_and (struct aig *aig, aig_lit a, aig_lit b)
{
  assert (aig_node_of (a) < aig->nodes.count && aig_node_of (b) < aig->nodes.count);
  while (simplify (aig, &a, &b) || simplify (aig, &b, &a))
    if (aig_equal (a, b))
      return a;
  if (aig_equal (a, b) || aig_equal (b, AIG_TRUE))
    return a;
  if (aig_equal (a, AIG_TRUE))
    return b;
  if (aig_equal (a, AIG_FALSE) || aig_equal (b, AIG_FALSE) || aig_equal (a, aig_not (b))
      || contradict (aig, a, b))
    return AIG_FALSE;
  if (a.code > b.code)
    {
      aig_lit swap = a;
      a = b;
      b = swap;
    }
  uint32_t *node = pairmap_at (&aig->gates, a.code, b.code);
  if (*node == PAIRMAP_FREE)
    {
      *node = aig->nodes.count;
      *vec_push (aig->arena, &aig->nodes) = (struct aig_node){ a, b };
    }
  return (aig_lit){ 2 * *node };
}

aig_lit
aig_or (struct aig *aig, aig_lit a, aig_lit b)
{
  return aig_not (aig_and (aig, aig_not (a), aig_not (b)));
}

aig_lit
aig_xor (struct aig *aig, aig_lit a, aig_lit b)
{
  assert (aig_node_of (a) < aig->nodes.count && aig_node_of (b) < aig->nodes.count);
  if (aig_is_constant (a))
    return aig_equal (a, AIG_TRUE) ? aig_not (b) : b;
  if (aig_is_constant (b))
    return aig_equal (b, AIG_TRUE) ? aig_not (a) : a;
  /* Negations go outside, so that all four ways to write it share two gates. */
  bool negated = aig_is_negated (a) != aig_is_negated (b);
  a.code &= ~1u;
  b.code &= ~1u;
  aig_lit both = aig_and (aig, a, b);
  aig_lit none = aig_and (aig, aig_not (a), aig_not (b));
  aig_lit differ = aig_and (aig, aig_not (both), aig_not (none));
  return negated ? aig_not (differ) : differ;
}

aig_lit
aig_choose (struct aig *aig, aig_lit condition, aig_lit yes, aig_lit no)
{
  assert (aig_node_of (condition) < aig->nodes.count);
  if (aig_equal (yes, no))
    return yes;
  if (aig_is_constant (condition))
    return aig_equal (condition, AIG_TRUE) ? yes : no;
  if (aig_equal (yes, aig_not (no)))
    return aig_not (aig_xor (aig, condition, yes));
  if (aig_is_negated (condition))
    return aig_choose (aig, aig_not (condition), no, yes);
  return aig_not (aig_and (aig, aig_not (aig_and (aig, condition, yes)),
                           aig_not (aig_and (aig, aig_not (condition), no))));
}

/* ---- Values. ---- */

void
aig_values_init (struct aig_values *values, const struct aig *aig,
                 bool (*input) (void *context, uint32_t node), void *context,
                 struct arena *arena)
{
  assert (aig->nodes.count > 0 && input);
  *values = (struct aig_values){
    .aig = aig, .arena = arena, .input = input, .context = context
  };
  vec_reserve (arena, &values->known, aig->nodes.count);
  memset (values->known.at, 0, aig->nodes.count);
  values->known.count = aig->nodes.count;
  values->known.at[0] = 1;
}

static bool
is_true (const struct aig_values *values, aig_lit lit)
{
  assert (values->known.at[aig_node_of (lit)]);
  return (values->known.at[aig_node_of (lit)] == 2) != aig_is_negated (lit);
}

bool
aig_value (struct aig_values *values, aig_lit lit)
{
  assert (aig_node_of (lit) < values->known.count);
  *vec_push (values->arena, &values->pending) = aig_node_of (lit);
  while (values->pending.count > 0)
    {
      uint32_t node = values->pending.at[values->pending.count - 1];
      const struct aig_node *gate = &values->aig->nodes.at[node];
      uint32_t left = aig_node_of (gate->left), right = aig_node_of (gate->right);
      if (values->known.at[node])
        values->pending.count--;
      else if (!aig_is_gate (values->aig, node))
        values->known.at[node] = 1 + values->input (values->context, node);
      else if (!values->known.at[left])
        *vec_push (values->arena, &values->pending) = left;
      else if (!is_true (values, gate->left))
        values->known.at[node] = 1;
      else if (!values->known.at[right])
        *vec_push (values->arena, &values->pending) = right;
      else
        values->known.at[node] = 1 + is_true (values, gate->right);
    }
  return is_true (values, lit);
}
