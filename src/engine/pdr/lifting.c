/* lifting.c -- see lifting.h. */
#include <config.h>

#include "engine/pdr/lifting.h"

#include <string.h>

void
lifting_init (struct lifting *lifting, const struct transition_system *system,
              struct arena *arena)
{
  uint32_t nodes = system->aig->nodes.count;
  *lifting = (struct lifting){ .arena = arena, .system = system };
  lifting->bit = arena_alloc (arena, nodes * sizeof *lifting->bit);
  lifting->value = arena_calloc (arena, nodes, sizeof *lifting->value);
  lifting->cost = arena_calloc (arena, nodes, sizeof *lifting->cost);
  lifting->needed = arena_calloc (arena, nodes, sizeof *lifting->needed);
  for (uint32_t n = 0; n < nodes; n++)
    lifting->bit[n] = LIFTING_NO_BIT;
  for (uint32_t b = 0; b < system->state.count; b++)
    {
      uint32_t node = aig_node_of (system->state.at[b]);
      assert (!aig_is_gate (system->aig, node) && !aig_is_negated (system->state.at[b]));
      assert (lifting->bit[node] == LIFTING_NO_BIT);
      lifting->bit[node] = b;
      lifting->cost[node] = 1;
    }
  for (uint32_t n = 1; n < nodes; n++)
    if (!aig_is_gate (system->aig, n))
      *vec_push (arena, &lifting->inputs) = n;
}

static bool
is_true (const struct lifting *lifting, aig_lit lit)
{
  return lifting->value[aig_node_of (lit)] != aig_is_negated (lit);
}

static uint32_t
cost (const struct lifting *lifting, aig_lit lit)
{
  return lifting->cost[aig_node_of (lit)];
}

/* Costs are sums over a graph that may be deep: they are cut off here. */
#define COST_MOST (UINT32_C (1) << 24)

/* Compute the values and costs of gates below END. */
static void
evaluate (struct lifting *lifting, uint32_t end)
{
  const struct aig *aig = lifting->system->aig;
  for (uint32_t n = 1; n < end; n++)
    {
      if (!aig_is_gate (aig, n))
        continue;
      aig_lit left = aig->nodes.at[n].left, right = aig->nodes.at[n].right;
      uint32_t a = cost (lifting, left), b = cost (lifting, right), both = a + b;
      bool is_left = is_true (lifting, left), is_right = is_true (lifting, right);
      lifting->value[n] = is_left && is_right;
      lifting->cost[n] = is_left && is_right ? (both < COST_MOST ? both : COST_MOST)
                         : is_left           ? b
                         : is_right          ? a
                         : a < b             ? a
                                             : b;
    }
}

/* The operand that explains a gate both of whose operands are false. */
static aig_lit
choose (const struct lifting *lifting, aig_lit left, aig_lit right)
{
  assert (!is_true (lifting, left) && !is_true (lifting, right));
  if (lifting->needed[aig_node_of (left)])
    return left;
  if (lifting->needed[aig_node_of (right)])
    return right;
  return cost (lifting, right) < cost (lifting, left) ? right : left;
}

/* Set CUBE to bits of the state that are enough to make the literals wanted true, which
   they are with the inputs in lifting->value. */
static void
lift (struct lifting *lifting, struct cube *cube)
{
  const struct aig *aig = lifting->system->aig;
  uint32_t end = 0;
  assert (lifting->wanted.count > 0);
  for (uint32_t i = 0; i < lifting->wanted.count; i++)
    if (aig_node_of (lifting->wanted.at[i]) >= end)
      end = aig_node_of (lifting->wanted.at[i]) + 1;
  quota_work (lifting->arena->quota, end / 8);
  evaluate (lifting, end);
  memset (lifting->needed, 0, end * sizeof *lifting->needed);
  for (uint32_t i = 0; i < lifting->wanted.count; i++)
    {
      assert (is_true (lifting, lifting->wanted.at[i]));
      lifting->needed[aig_node_of (lifting->wanted.at[i])] = true;
    }
  cube->count = 0;
  for (uint32_t n = end; n-- > 1;)
    {
      if (!lifting->needed[n])
        continue;
      if (!aig_is_gate (aig, n))
        {
          if (lifting->bit[n] != LIFTING_NO_BIT)
            *vec_push (lifting->arena, cube)
              = state_lit_of (lifting->bit[n], lifting->value[n]);
          continue;
        }
      aig_lit left = aig->nodes.at[n].left, right = aig->nodes.at[n].right;
      bool is_left = is_true (lifting, left), is_right = is_true (lifting, right);
      if (is_left && is_right)
        lifting->needed[aig_node_of (left)] = lifting->needed[aig_node_of (right)] = true;
      else
        lifting->needed[aig_node_of (is_left    ? right
                                     : is_right ? left
                                                : choose (lifting, left, right))]
          = true;
    }
  cube_sort (cube);
  assert (cube_is_sorted (cube));
}

void
lifting_predecessor (struct lifting *lifting, struct frame_solver *solver,
                     const struct cube *cube, struct cube *state)
{
  const struct transition_system *system = lifting->system;
  for (uint32_t i = 0; i < lifting->inputs.count; i++)
    lifting->value[lifting->inputs.at[i]]
      = clauses_input (&solver->clauses, lifting->inputs.at[i]);
  lifting->wanted.count = 0;
  *vec_push (lifting->arena, &lifting->wanted) = cube ? system->step : system->bad;
  for (uint32_t i = 0; cube && i < cube->count; i++)
    *vec_push (lifting->arena, &lifting->wanted) = state_lit_after (system, cube->at[i]);
  lift (lifting, state);
}
