/* value.h -- the value of a regular set of configurations.
 *
 * Which configurations: one control state, and a language of stacks given by a
 * small automaton.  The value is the sum of the weights of all paths of the
 * weighted automaton that accept one of them, each path read in the direction of
 * its automaton (automaton.h).
 *
 * A value lives in the arena given and owns references to weights; it borrows
 * the automaton and, until computed, the language.
 */
#ifndef WPDS_VALUE_H
#define WPDS_VALUE_H

#include "wpds/automaton.h"

/* On an edge of a language. */
#define WPDS_ANY_SYMBOL ((wpds_symbol){ UINT32_MAX - 1 })

struct wpds_language_edge
{
  uint32_t from;
  wpds_symbol symbol;
  uint32_t to;
};

/* Stacks are read from the top, starting in state 0. */
struct wpds_language
{
  uint32_t states;
  const bool *final; /* for each state */
  const struct wpds_language_edge *edges;
  uint32_t edge_count;
};

/* A state of the weighted automaton and a state of the language. */
struct wpds_value_node
{
  wpds_state state;
  uint32_t word;
  wpds_weight weight; /* of all paths to it */
  wpds_weight delta;  /* while queued: what has not been propagated */
  bool queued;
  uint32_t last_step;
};

/* One contribution to the weight of a node: from another one, or none (the
   first node's), by a transition. */
struct wpds_value_step
{
  uint32_t previous; /* of the same node */
  uint32_t from;
  wpds_transition by;
  wpds_weight a; /* the part of FROM's weight; owned */
};

struct wpds_value
{
  const struct wpds_automaton *automaton;
  struct arena *arena;
  wpds_weight weight; /* the value */
  VEC (struct wpds_value_node) nodes;
  VEC (bool) accepts;                 /* does the node? */
  VEC (struct wpds_value_step) steps; /* if the automaton records */
};

void wpds_value_of_language (struct wpds_value *value, struct arena *arena,
                             const struct wpds_automaton *automaton,
                             wpds_state state,
                             const struct wpds_language *language);
/* Any stack. */
void wpds_value_of_state (struct wpds_value *value, struct arena *arena,
                          const struct wpds_automaton *automaton,
                          wpds_state state);
void wpds_value_release (struct wpds_value *value);

#endif
