/* prestar.c -- backward saturation [Schwoon2002, section 3.2; Reps2005].
 *
 * Computes pre* of an automaton without transitions into control states.
 * Invariant: the weight of p --y--> q sums weights of runs that begin with
 * <p, y>; if q is a control state, they end with <q, eps>, else with some <p', w>
 * such that p' --w--> q was given, and the given weight is the last factor.
 *
 * A push needs two transitions.  Whichever of them grows, what is new of it
 * meets the other: the pushes that have found their first one wait, in the cell
 * of (state, symbol), for second ones.  Only what is new of a weight is
 * propagated.
 *
 * Cost: one extend (two for a push) for each change of a transition and rule
 * that makes it; for Boolean weights O(states^2 * rules).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/pairmap.h"
#include "wpds/order.h"
#include "wpds/saturate.h"

#define NONE UINT32_MAX

/* A push and the transition that reads its TOP. */
struct waiter
{
  uint32_t rule;
  wpds_transition first;
  uint32_t next; /* in the same cell */
};

struct cell
{
  uint32_t first_transition; /* from the cell's state, by its symbol */
  uint32_t first_waiter;
};

struct prestar
{
  struct saturation base;
  struct arena *scratch;
  struct pairmap cell_of; /* (state, symbol) -> cell */
  VEC (struct cell) cells;
  VEC (uint32_t) next_in_cell; /* of each transition */
  VEC (struct waiter) waiters;
};

static uint32_t
find_cell (struct prestar *pre, wpds_state state, wpds_symbol symbol)
{
  uint32_t *cell = pairmap_at (&pre->cell_of, state.index, symbol.index);
  if (*cell == PAIRMAP_FREE)
    {
      *cell = pre->cells.count;
      *vec_push (pre->scratch, &pre->cells) = (struct cell){ NONE, NONE };
    }
  return *cell;
}

/* Transitions are met in the order of their numbers: put those made since the
   last call into their cells. */
static void
fill_cells (struct prestar *pre)
{
  const struct wpds_automaton *automaton = pre->base.automaton;
  while (pre->next_in_cell.count < automaton->transitions.count)
    {
      uint32_t t = pre->next_in_cell.count;
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      uint32_t cell = find_cell (pre, info->from, info->symbol);
      uint32_t *first = &pre->cells.at[cell].first_transition;
      *vec_push (pre->scratch, &pre->next_in_cell) = *first;
      *first = t;
    }
}

static struct wpds_derivation
by_rule (uint32_t rule, wpds_transition first, wpds_weight a,
         wpds_transition second, wpds_weight b)
{
  return (struct wpds_derivation){ NONE, rule, first, second, a, b };
}

/*  <p, y> -> <p', eps>
    ---------------------------
    p --y--> p'  with f(rule)                                                 */
static void
apply_pop (struct prestar *pre, uint32_t rule_place)
{
  const struct wpds_rule *rule = &pre->base.system->rules.at[rule_place];
  wpds_weight weight = pre->base.system->weights.at[rule->weight];
  saturation_update (&pre->base, rule->from, rule->read, rule->to,
                     wpds_retain (pre->base.domain, weight),
                     by_rule (rule_place, WPDS_NO_TRANSITION, weight,
                              WPDS_NO_TRANSITION, weight));
}

/*  <p, y> -> <p', y'>      p' --y'--> q  with d
    --------------------------------------------
    p --y--> q  with f(rule) (x) d                                            */
static void
apply_step (struct prestar *pre, uint32_t rule_place, wpds_transition t,
            wpds_state q, wpds_weight delta)
{
  const struct wpds_rule *rule = &pre->base.system->rules.at[rule_place];
  saturation_update (&pre->base, rule->from, rule->read, q,
                     saturation_rule_extend (&pre->base, rule, delta),
                     by_rule (rule_place, t, delta, WPDS_NO_TRANSITION, delta));
}

/*  <p, y> -> <p', y' y''>  p' --y'--> q  with d    q --y''--> q'  with f
    ---------------------------------------------------------------------
    p --y--> q'  with f(rule) (x) d (x) f                                     */
static void
apply_push_first (struct prestar *pre, uint32_t rule_place, wpds_transition t,
                  wpds_state q, bool is_first, wpds_weight delta)
{
  const struct wpds_automaton *automaton = pre->base.automaton;
  const struct wpds_domain *domain = pre->base.domain;
  const struct wpds_rule *rule = &pre->base.system->rules.at[rule_place];
  uint32_t cell = find_cell (pre, q, rule->under);
  /* Other states get no transitions any more. */
  if (is_first && q.index < automaton->control_states)
    {
      uint32_t *first = &pre->cells.at[cell].first_waiter;
      *vec_push (pre->scratch, &pre->waiters)
        = (struct waiter){ rule_place, t, *first };
      *first = pre->waiters.count - 1;
    }
  uint32_t s = pre->cells.at[cell].first_transition;
  if (s == NONE)
    return;
  wpds_weight start = saturation_rule_extend (&pre->base, rule, delta);
  for (; s != NONE; s = pre->next_in_cell.at[s])
    {
      struct wpds_transition_info second = automaton->transitions.at[s];
      /* One that is still to come will find us waiting. */
      if (q.index < automaton->control_states && !pre->base.pending.at[s].seen)
        continue;
      /* The update may grow the very weight that it was made from. */
      wpds_retain (domain, second.weight);
      saturation_update (&pre->base, rule->from, rule->read, second.to,
                         wpds_extend (domain, start, second.weight),
                         by_rule (rule_place, t, delta,
                                  (wpds_transition){ s }, second.weight));
      wpds_release (domain, second.weight);
    }
  wpds_release (domain, start);
}

/*  <p, y> -> <p', y' y''>  p' --y'--> q  with f    q --y''--> q'  with d
    ---------------------------------------------------------------------
    p --y--> q'  with f(rule) (x) f (x) d                                     */
static void
apply_push_second (struct prestar *pre, const struct waiter *waiter,
                   wpds_transition t, wpds_state q, wpds_weight delta)
{
  const struct wpds_domain *domain = pre->base.domain;
  const struct wpds_rule *rule = &pre->base.system->rules.at[waiter->rule];
  wpds_weight first
    = pre->base.automaton->transitions.at[waiter->first.index].weight;
  wpds_retain (domain, first);
  wpds_weight start = saturation_rule_extend (&pre->base, rule, first);
  saturation_update (&pre->base, rule->from, rule->read, q,
                     wpds_extend (domain, start, delta),
                     by_rule (waiter->rule, waiter->first, first, t, delta));
  wpds_release (domain, start);
  wpds_release (domain, first);
}

static void
apply_rules (struct prestar *pre, wpds_transition t, bool is_first,
             wpds_weight delta)
{
  const struct wpds_system *system = pre->base.system;
  struct wpds_transition_info info
    = pre->base.automaton->transitions.at[t.index];
  uint32_t cell = find_cell (pre, info.from, info.symbol);
  for (uint32_t w = pre->cells.at[cell].first_waiter; w != NONE;
       w = pre->waiters.at[w].next)
    apply_push_second (pre, &pre->waiters.at[w], t, info.to, delta);
  struct wpds_range range = wpds_rules_to (system, info.from, info.symbol);
  for (uint32_t i = range.begin; i < range.end; i++)
    {
      uint32_t r = system->by_right[i];
      fill_cells (pre);
      if (wpds_rule_is_push (&system->rules.at[r]))
        apply_push_first (pre, r, t, info.to, is_first, delta);
      else
        apply_step (pre, r, t, info.to, delta);
    }
  fill_cells (pre);
}

void
wpds_prestar (const struct wpds_system *system,
              struct wpds_automaton *automaton,
              const struct wpds_options *options)
{
  assert (system->by_right);
  struct arena *scratch = options->scratch;
  struct prestar pre;
  memset (&pre, 0, sizeof pre);
  uint32_t *rank = arena_alloc (scratch, system->symbols * sizeof *rank);
  uint32_t ranks = wpds_order_symbols (system, scratch, true, rank, NULL);
  saturation_init (&pre.base, system, automaton, options, rank, ranks);
  pre.base.last_state_first = true;
  pre.scratch = scratch;
  pairmap_init (&pre.cell_of, scratch);
  automaton->direction = WPDS_PRESTAR;
  automaton->first_mid = automaton->states.count;
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    if (automaton->transitions.at[t].from.index < system->states)
      saturation_start (&pre.base, (wpds_transition){ t });
  for (uint32_t r = 0; r < system->rules.count; r++)
    if (wpds_rule_is_pop (&system->rules.at[r]))
      apply_pop (&pre, r);
  fill_cells (&pre);
  wpds_transition t;
  wpds_weight delta;
  bool is_first;
  while (saturation_take (&pre.base, &t, &delta, &is_first))
    {
      apply_rules (&pre, t, is_first, delta);
      wpds_release (pre.base.domain, delta);
    }
#ifdef EXPENSIVE_CHECKS
  wpds_automaton_check (automaton);
#endif
}
