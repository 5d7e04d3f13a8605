/* ternary.c -- see ternary.h. */
#include <config.h>

#include "engine/sat/ternary.h"

static enum ternary
value_of (const uint8_t *values, aig_lit lit)
{
  enum ternary value = values[aig_node_of (lit)];
  if (value == TERNARY_ANY || !aig_is_negated (lit))
    return value;
  return value == TERNARY_0 ? TERNARY_1 : TERNARY_0;
}

/* Compute the values of all gates from those of the inputs. */
static void
evaluate (const struct aig *aig, uint8_t *values)
{
  values[0] = TERNARY_0;
  for (uint32_t n = 1; n < aig->nodes.count; n++)
    if (aig_is_gate (aig, n))
      {
        enum ternary left = value_of (values, aig->nodes.at[n].left);
        enum ternary right = value_of (values, aig->nodes.at[n].right);
        values[n] = left == TERNARY_0 || right == TERNARY_0   ? TERNARY_0
                    : left == TERNARY_1 && right == TERNARY_1 ? TERNARY_1
                                                              : TERNARY_ANY;
      }
}

/* One step from the states so far; true if there are more. */
static bool
step (const struct transition_system *system, uint8_t *state, uint8_t *values)
{
  bool more = false;
  assert (state && values);
  for (uint32_t n = 0; n < system->aig->nodes.count; n++)
    values[n] = TERNARY_ANY;
  for (uint32_t b = 0; b < system->state.count; b++)
    values[aig_node_of (system->state.at[b])] = state[b];
  evaluate (system->aig, values);
  for (uint32_t b = 0; b < system->state.count; b++)
    if (state[b] != TERNARY_ANY && value_of (values, system->next.at[b]) != state[b])
      {
        state[b] = TERNARY_ANY;
        more = true;
      }
  return more;
}

uint8_t *
constants_find (const struct transition_system *system, struct arena *arena)
{
  uint8_t *state = arena_alloc (arena, system->state.count + (size_t) 1);
  uint8_t *values = arena_alloc (arena, system->aig->nodes.count + (size_t) 1);
  assert (system->next.count == system->state.count);
  for (uint32_t b = 0; b < system->state.count; b++)
    {
      aig_lit first = system->initial.at[b];
      assert (!aig_is_negated (system->state.at[b]));
      state[b] = aig_equal (first, AIG_FALSE)  ? TERNARY_0
                 : aig_equal (first, AIG_TRUE) ? TERNARY_1
                                               : TERNARY_ANY;
    }
  while (step (system, state, values))
    quota_work (arena->quota, system->aig->nodes.count);
  return state;
}
