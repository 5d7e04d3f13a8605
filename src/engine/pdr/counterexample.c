/* counterexample.c -- see counterexample.h. */
#include <config.h>

#include "engine/pdr/counterexample.h"

static bool
value_of_input (void *context, uint32_t node)
{
  const struct counterexample_moment *at = context;
  return at->inputs[node];
}

void
counterexample_at (const struct counterexample *example, uint32_t moment,
                   struct counterexample_moment *at, struct arena *arena)
{
  assert (moment < example->inputs.count);
  at->inputs = example->inputs.at[moment];
  aig_values_init (&at->values, example->system->aig, value_of_input, at, arena);
}

uint8_t *
counterexample_add (struct counterexample *example, struct arena *arena)
{
  assert (example->system);
  uint8_t *inputs = arena_calloc (arena, example->system->aig->nodes.count, 1);
  *vec_push (arena, &example->inputs) = inputs;
  example->length = example->inputs.count - 1;
  return inputs;
}

uint8_t *
counterexample_step (struct counterexample *example, struct arena *arena)
{
  const struct transition_system *system = example->system;
  struct counterexample_moment at;
  assert (example->inputs.count > 0);
  counterexample_at (example, example->length, &at, arena);
  assert (aig_value (&at.values, system->step));
  uint8_t *inputs = counterexample_add (example, arena);
  for (uint32_t b = 0; b < system->state.count; b++)
    inputs[aig_node_of (system->state.at[b])]
      = aig_value (&at.values, system->next.at[b]);
  return inputs;
}

bool
counterexample_holds (const struct counterexample *example, struct arena *arena)
{
  const struct transition_system *system = example->system;
  struct counterexample_moment at;
  assert (example->inputs.count == example->length + 1);
  for (uint32_t m = 0; m <= example->length; m++)
    {
      const uint8_t *later = m < example->length ? example->inputs.at[m + 1] : NULL;
      counterexample_at (example, m, &at, arena);
      if (!aig_value (&at.values, later ? system->step : system->bad))
        return false;
      for (uint32_t b = 0; b < system->state.count; b++)
        {
          bool now = aig_value (&at.values, system->state.at[b]);
          if (m == 0 && now != aig_value (&at.values, system->initial.at[b]))
            return false;
          if (later
              && aig_value (&at.values, system->next.at[b])
                   != later[aig_node_of (system->state.at[b])])
            return false;
        }
    }
  return true;
}
