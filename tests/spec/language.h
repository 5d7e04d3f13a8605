/* language.h -- the value of a regular set of configurations, by its definition.
 *
 * The set: one control state, and a language of stacks given by a small automaton.
 * Its value is the sum of the weights of all paths of the weighted automaton that
 * accept one of its configurations (wpds/automaton.h), computed over the product of
 * both automata until nothing changes: no worklist, no order, no deltas.
 */
#ifndef TESTS_SPEC_LANGUAGE_H
#define TESTS_SPEC_LANGUAGE_H

#include "wpds/automaton.h"

/* On an edge of a language. */
#define ANY_SYMBOL ((wpds_symbol){ UINT32_MAX - 1 })

struct language_edge
{
  uint32_t from;
  wpds_symbol symbol;
  uint32_t to;
};

/* Stacks are read from the top, starting in state 0. */
struct language
{
  uint32_t states;
  const bool *final; /* for each state */
  const struct language_edge *edges;
  uint32_t edge_count;
};

/* The weight is the caller's. */
wpds_weight language_value (const struct wpds_automaton *automaton, wpds_state state,
                            const struct language *language, struct arena *arena);
/* The same for a single configuration; the top of its stack first. */
wpds_weight configuration_value (const struct wpds_automaton *automaton, wpds_state state,
                                 const wpds_symbol *stack, uint32_t height,
                                 struct arena *arena);

#endif
