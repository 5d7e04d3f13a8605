/* value.h -- the value of a control state after post*.
 *
 * The value of a state is the sum of the values of all configurations <state, w>,
 * whatever the stack w: the weights of all accepting paths that begin in the state,
 * each path read in the direction of its automaton (automaton.h).
 *
 * A value lives in the arena given and owns references to weights; it borrows
 * the automaton.
 */
#ifndef WPDS_VALUE_H
#define WPDS_VALUE_H

#include "wpds/automaton.h"

/* A state of the automaton that some path reaches. */
struct wpds_value_node
{
  wpds_state state;
  wpds_weight weight; /* of all paths to it */
  wpds_weight delta;  /* while queued: the part that has not been propagated */
  bool queued;
  uint32_t last_step;
};

/* One contribution to the weight of a node: from another node by a transition, or
   from nowhere (UINT32_MAX), which only the first node has. */
struct wpds_value_step
{
  uint32_t previous; /* of the same node, or UINT32_MAX */
  uint32_t from;     /* a node */
  wpds_transition by;
  wpds_weight a; /* the part of FROM's weight; owned */
};

struct wpds_value
{
  const struct wpds_automaton *automaton;
  struct arena *arena;
  wpds_weight weight;                 /* the value */
  VEC (struct wpds_value_node) nodes; /* node 0 is the control state */
  VEC (struct wpds_value_step) steps; /* if the automaton records; in the order of time */
};

/* STATE is a control state; post* has been computed. */
void wpds_value_of_state (struct wpds_value *value, struct arena *arena,
                          const struct wpds_automaton *automaton, wpds_state state);
void wpds_value_release (struct wpds_value *value);

/* Are the paths that end in NODE accepting? */
static inline bool
wpds_value_accepts (const struct wpds_value *value, const struct wpds_value_node *node)
{
  return value->automaton->states.at[node->state.index].final;
}

#endif
