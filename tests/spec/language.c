/* language.c -- see language.h. */
#include <config.h>

#include "language.h"

#include <assert.h>

/* PATH, then TRANSITION, in the direction of the automaton. */
static wpds_weight
extend_path (const struct wpds_automaton *automaton, wpds_weight path,
             wpds_weight transition)
{
  return automaton->saturated ? wpds_extend (automaton->domain, transition, path)
                              : wpds_extend (automaton->domain, path, transition);
}

/* Add PATH, then TRANSITION, to *SUM; true if it grew. */
static bool
add_path (const struct wpds_automaton *automaton, wpds_weight *sum, wpds_weight path,
          wpds_weight transition)
{
  wpds_weight weight = extend_path (automaton, path, transition);
  bool grown = wpds_combine (automaton->domain, sum, weight, NULL);
  wpds_release (automaton->domain, weight);
  return grown;
}

static bool
reads (const struct language_edge *edge, wpds_symbol symbol)
{
  return edge->symbol.index == symbol.index || edge->symbol.index == ANY_SYMBOL.index;
}

wpds_weight
language_value (const struct wpds_automaton *automaton, wpds_state state,
                const struct language *language, struct arena *arena)
{
  assert (state.index < automaton->control_states && language->states > 0);
  const struct wpds_domain *domain = automaton->domain;
  uint32_t words = language->states, pairs = automaton->states.count * words;
  /* By state * words + state of the language: of all paths to the pair. */
  wpds_weight *weights = arena_alloc (arena, pairs * sizeof *weights);
  for (uint32_t i = 0; i < pairs; i++)
    weights[i] = wpds_retain (domain, domain->zero);
  wpds_combine (domain, &weights[state.index * words], domain->one, NULL);
  wpds_weight value = wpds_retain (domain, domain->zero);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t t = 0; t < automaton->transitions.count; t++)
        {
          const struct wpds_transition_info *info = &automaton->transitions.at[t];
          const wpds_weight *from = &weights[info->from.index * words];
          if (info->symbol.index == WPDS_NO_SYMBOL.index)
            {
              /* The stack ends here: what follows was contracted by post*. */
              for (uint32_t w = 0; w < words; w++)
                if (automaton->states.at[info->to.index].final && language->final[w])
                  add_path (automaton, &value, from[w], info->weight);
              continue;
            }
          for (uint32_t e = 0; e < language->edge_count; e++)
            {
              const struct language_edge *edge = &language->edges[e];
              if (reads (edge, info->symbol))
                changed
                  |= add_path (automaton, &weights[info->to.index * words + edge->to],
                               from[edge->from], info->weight);
            }
        }
    }
  for (uint32_t i = 0; i < pairs; i++)
    {
      if (automaton->states.at[i / words].final && language->final[i % words])
        wpds_combine (domain, &value, weights[i], NULL);
      wpds_release (domain, weights[i]);
    }
  return value;
}

wpds_weight
configuration_value (const struct wpds_automaton *automaton, wpds_state state,
                     const wpds_symbol *stack, uint32_t height, struct arena *arena)
{
  bool *final = arena_calloc (arena, (size_t) height + 1, sizeof *final);
  final[height] = true;
  struct language_edge *edges = arena_alloc (arena, height * sizeof *edges);
  for (uint32_t i = 0; i < height; i++)
    edges[i] = (struct language_edge){ i, stack[i], i + 1 };
  struct language single = { height + 1, final, edges, height };
  return language_value (automaton, state, &single, arena);
}
