/* value.c -- see value.h.
 *
 * A worklist over the states of the automaton, from the control state towards the
 * bottom of the stack: the many transitions out of a control state are combined by
 * target before anything is extended.  Invariant at the loop head: the weight of a
 * node sums weights of paths to it, and all but its delta has been extended by every
 * transition that leaves it.
 *
 * post* numbers its states callees first, so in the order of these numbers each
 * state is visited once, recursion apart.  Cost: one extend for each change of a
 * node and transition that leaves it [Reps2005].
 *
 * Epsilon-transitions count only where the stack ends with them: post* has contracted
 * those that more symbols follow into transitions without epsilon.
 */
#include <config.h>

#include "wpds/value.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "wpds/queue.h"

#define NONE UINT32_MAX

struct valuation
{
  struct wpds_value *value;
  const struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  uint32_t *node_of;       /* by state: its node, or NONE */
  struct wpds_queue queue; /* nodes, by rank of their states */
};

/* The rank of STATE: control states, then those of entries, then given ones, which end
   paths. */
static uint32_t
rank_of (const struct wpds_automaton *automaton, wpds_state state)
{
  uint32_t controls = automaton->control_states, s = state.index;
  uint32_t first_mid = automaton->first_mid, states = automaton->states.count;
  if (s < controls)
    return s;
  return s >= first_mid ? s - first_mid + controls : s + states - first_mid;
}

static uint32_t
find_node (struct valuation *valuation, wpds_state state)
{
  struct wpds_value *value = valuation->value;
  assert (state.index < valuation->automaton->states.count);
  uint32_t *found = &valuation->node_of[state.index];
  if (*found == NONE)
    {
      *found = value->nodes.count;
      *vec_push (value->arena, &value->nodes)
        = (struct wpds_value_node){ .state = state,
                                    .last_step = NONE,
                                    .weight = wpds_retain (valuation->domain,
                                                           valuation->domain->zero) };
    }
  return *found;
}

/* Combine WEIGHT, which is taken over, into the node of STATE.  The weight came from
   the node FROM, whose weight had the part A, by a transition. */
static void
update (struct valuation *valuation, wpds_state state, wpds_weight weight, uint32_t from,
        wpds_transition by, wpds_weight a)
{
  const struct wpds_domain *domain = valuation->domain;
  struct wpds_value *value = valuation->value;
  uint32_t number = find_node (valuation, state);
  struct wpds_value_node *node = &value->nodes.at[number];
  wpds_weight news;
  bool changed = wpds_combine (domain, &node->weight, weight, &news);
  wpds_release (domain, weight);
  if (!changed)
    return;
  if (valuation->automaton->recording)
    {
      *vec_push (value->arena, &value->steps)
        = (struct wpds_value_step){ node->last_step, from, by, wpds_retain (domain, a) };
      node->last_step = value->steps.count - 1;
    }
  if (node->queued)
    {
      wpds_combine (domain, &node->delta, news, NULL);
      wpds_release (domain, news);
      return;
    }
  node->queued = true;
  node->delta = news;
  wpds_queue_push (&valuation->queue, rank_of (valuation->automaton, state), number);
}

/* Extend the delta of node NUMBER by each transition that leaves its state. */
static void
propagate (struct valuation *valuation, uint32_t number)
{
  const struct wpds_domain *domain = valuation->domain;
  const struct wpds_automaton *automaton = valuation->automaton;
  struct wpds_value_node *node = &valuation->value->nodes.at[number];
  assert (node->queued);
  assert (!wpds_is_zero (domain, node->delta));
  node->queued = false;
  wpds_weight delta = node->delta;
  bool is_one = delta.bits == domain->one.bits;
  for (uint32_t t = automaton->states.at[node->state.index].first; t != NONE;
       t = automaton->transitions.at[t].next)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      quota_work (valuation->value->arena->quota, 1);
      if (info->symbol.index == WPDS_NO_SYMBOL.index
          && !automaton->states.at[info->to.index].final)
        continue;
      update (valuation, info->to,
              is_one ? wpds_retain (domain, info->weight)
                     : wpds_extend (domain, info->weight, delta),
              number, (wpds_transition){ t }, delta);
    }
  wpds_release (domain, delta);
}

void
wpds_value_of_state (struct wpds_value *value, struct arena *arena,
                     const struct wpds_automaton *automaton, wpds_state state)
{
  assert (automaton->saturated);
  assert (state.index < automaton->control_states);
  const struct wpds_domain *domain = automaton->domain;
  memset (value, 0, sizeof *value);
  value->automaton = automaton;
  value->arena = arena;
  struct valuation valuation
    = { .value = value, .automaton = automaton, .domain = domain };
  size_t bytes = automaton->states.count * sizeof *valuation.node_of;
  valuation.node_of = arena_alloc (arena, bytes);
  memset (valuation.node_of, 0xff, bytes);
  wpds_queue_init (&valuation.queue, arena, automaton->states.count);
  update (&valuation, state, wpds_one (domain), NONE, WPDS_NO_TRANSITION, domain->one);
  while (!wpds_queue_is_empty (&valuation.queue))
    propagate (&valuation, wpds_queue_pop (&valuation.queue));
  value->weight = wpds_retain (domain, domain->zero);
  for (uint32_t n = 0; n < value->nodes.count; n++)
    if (wpds_value_accepts (value, &value->nodes.at[n]))
      wpds_combine (domain, &value->weight, value->nodes.at[n].weight, NULL);
  LOG (2, "value of state %u: %s, from %u of %u states", (unsigned) state.index,
       wpds_is_zero (domain, value->weight) ? "zero, no run ends here" : "not zero",
       (unsigned) value->nodes.count, (unsigned) automaton->states.count);
}

void
wpds_value_release (struct wpds_value *value)
{
  const struct wpds_domain *domain = value->automaton->domain;
  for (uint32_t n = 0; n < value->nodes.count; n++)
    {
      assert (!value->nodes.at[n].queued);
      wpds_release (domain, value->nodes.at[n].weight);
    }
  for (uint32_t s = 0; s < value->steps.count; s++)
    wpds_release (domain, value->steps.at[s].a);
  wpds_release (domain, value->weight);
  value->nodes.count = 0;
  value->steps.count = 0;
}
