/* poststar.c -- forward saturation [Schwoon2002, section 3.3; Reps2005].
 *
 * Computes post* of an automaton without transitions into control states.  For
 * each entry (p', y'), a pair that some rule pushes, there is one state q(p',y').
 * Invariant, for every transition and at every time, with f its weight so far:
 *
 *   p --y--> q(p',y')       f sums weights of runs <p', y'> => <p, y>
 *   p --eps--> q(p',y')     of runs <p', y'> => <p, eps>
 *   q(p',y') --y--> q       of runs that end with the push that put y' above y
 *                           and begin where q was entered
 *
 * and where q belongs to the given automaton, f also has a given weight as its
 * first factor.  So what lies deeper in the stack was done earlier, and paths
 * are read from their end (automaton.h).  Runs from an entry do not depend on
 * the caller: each procedure is summarised once.
 *
 * At the head of the loop, every rule below has been applied to every transition,
 * but for the deltas in the worklist; when the worklist is empty, the automaton is
 * closed under the rules.
 *
 * Two departures from the papers.  Only the new part of a weight, its delta, is
 * propagated.  A transition out of q(p',y') is not queued: it is joined at once
 * with the epsilon-transitions that there are, and later ones are joined with it.
 *
 * Cost: one extend for each change of a transition and each rule that reads it or
 * transition that follows it after an epsilon; for Boolean weights
 * O(states^2 * rules).
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "wpds/saturate.h"

#define NONE UINT32_MAX
#define EPSILON WPDS_NO_SYMBOL

struct epsilon
{
  wpds_transition transition;
  uint32_t next; /* epsilon into the same state, or NONE */
};

struct poststar
{
  struct saturation base;
  bool *entered;           /* by entry */
  uint32_t *first_epsilon; /* by state: an epsilon into it that left the worklist */
  VEC (struct epsilon) epsilons;
};

static struct wpds_derivation
by_rule (uint32_t rule, wpds_transition transition, wpds_weight delta)
{
  return (struct wpds_derivation){ NONE, rule, transition, WPDS_NO_TRANSITION,
                                   delta, delta };
}

static struct wpds_derivation
by_contraction (wpds_transition edge, wpds_weight edge_weight,
                wpds_transition epsilon, wpds_weight epsilon_weight)
{
  return (struct wpds_derivation){ NONE, NONE, edge, epsilon, edge_weight,
                                   epsilon_weight };
}

/*  <p, y> -> <p', y'>      p --y--> q  with d
    ------------------------------------------     y' is epsilon if the rule pops
    p' --y'--> q  with d (x) f(rule)                                          */
static void
apply_step_or_pop (struct poststar *post, uint32_t rule_place, wpds_transition t,
                   wpds_state q, wpds_weight delta)
{
  const struct wpds_rule *rule = &post->base.system->rules.at[rule_place];
  assert (!wpds_rule_is_push (rule));
  saturation_update (&post->base, rule->to, rule->top, q,
                     saturation_extend_rule (&post->base, delta, rule),
                     by_rule (rule_place, t, delta));
}

/*  q --y--> q'  with d     p --eps--> q  with f, seen before
    ---------------------------------------------------------
    p --y--> q'  with d (x) f                                                 */
static void
contract_new_edge (struct poststar *post, wpds_transition edge,
                   wpds_weight delta)
{
  struct wpds_automaton *automaton = post->base.automaton;
  struct wpds_transition_info info = automaton->transitions.at[edge.index];
  assert (info.from.index >= automaton->first_mid);
  assert (info.symbol.index != EPSILON.index);
  for (uint32_t e = post->first_epsilon[info.from.index]; e != NONE;
       e = post->epsilons.at[e].next)
    {
      wpds_transition epsilon = post->epsilons.at[e].transition;
      const struct wpds_transition_info *other
        = &automaton->transitions.at[epsilon.index];
      assert (other->symbol.index == EPSILON.index && other->to.index == info.from.index);
      saturation_update (&post->base, other->from, info.symbol, info.to,
                         wpds_extend (post->base.domain, delta, other->weight),
                         by_contraction (edge, delta, epsilon, other->weight));
    }
}

/*  <p, y> -> <p', y' y''>  p --y--> q  with d
    ------------------------------------------
    p' --y'--> q(p',y')  with 1, or the weight that `enter' gives
    q(p',y') --y''--> q  with d (x) f(rule)                                   */
static void
apply_push (struct poststar *post, uint32_t rule_place, wpds_transition t,
            wpds_state q, wpds_weight delta)
{
  struct wpds_automaton *automaton = post->base.automaton;
  const struct wpds_domain *domain = post->base.domain;
  const struct wpds_rule *rule = &post->base.system->rules.at[rule_place];
  assert (rule->entry < post->base.system->entries.count);
  assert (post->base.system->entries.at[rule->entry].symbol.index == rule->top.index);
  wpds_state mid = { automaton->first_mid + rule->entry };
  if (!post->entered[rule->entry])
    {
      post->entered[rule->entry] = true;
      const struct wpds_options *options = post->base.options;
      wpds_weight one
        = options->enter
            ? options->enter (options->enter_context, rule->to, rule->top)
            : wpds_one (domain);
      saturation_update (&post->base, rule->to, rule->top, mid,
                         wpds_retain (domain, one),
                         by_rule (NONE, WPDS_NO_TRANSITION, one));
      wpds_release (domain, one);
    }
  saturation_tick (&post->base);
  wpds_weight news;
  wpds_transition edge
    = wpds_automaton_merge (automaton, mid, rule->under, q,
                            saturation_extend_rule (&post->base, delta, rule),
                            &news);
  if (edge.index == NONE)
    return;
  wpds_automaton_record (automaton, edge, by_rule (rule_place, t, delta));
  contract_new_edge (post, edge, news);
  wpds_release (domain, news);
}

/*  p --eps--> q  with d    q --y--> q'  with f
    -------------------------------------------
    p --y--> q'  with f (x) d                                                 */
static void
contract_new_epsilon (struct poststar *post, wpds_transition epsilon,
                      bool is_first, wpds_weight delta)
{
  struct wpds_automaton *automaton = post->base.automaton;
  struct wpds_transition_info info = automaton->transitions.at[epsilon.index];
  assert (info.symbol.index == EPSILON.index);
  assert (info.to.index >= automaton->control_states);
  if (is_first)
    {
      uint32_t *first = &post->first_epsilon[info.to.index];
      *vec_push (post->base.options->scratch, &post->epsilons)
        = (struct epsilon){ epsilon, *first };
      *first = post->epsilons.count - 1;
    }
  for (uint32_t e = automaton->states.at[info.to.index].first; e != NONE;
       e = automaton->transitions.at[e].next)
    {
      const struct wpds_transition_info *edge = &automaton->transitions.at[e];
      saturation_update (&post->base, info.from, edge->symbol, edge->to,
                         wpds_extend (post->base.domain, edge->weight, delta),
                         by_contraction ((wpds_transition){ e }, edge->weight,
                                         epsilon, delta));
    }
}

static void
apply_rules (struct poststar *post, wpds_transition t, wpds_weight delta)
{
  const struct wpds_system *system = post->base.system;
  struct wpds_transition_info info
    = post->base.automaton->transitions.at[t.index];
  struct wpds_range range = wpds_rules_from (system, info.from, info.symbol);
  for (uint32_t r = range.begin; r < range.end; r++)
    if (wpds_rule_is_push (&system->rules.at[r]))
      apply_push (post, r, t, info.to, delta);
    else
      apply_step_or_pop (post, r, t, info.to, delta);
}

static void
init (struct poststar *post, const struct wpds_system *system,
      struct wpds_automaton *automaton, const struct wpds_options *options)
{
  memset (post, 0, sizeof *post);
  saturation_init (&post->base, system, automaton, options);
  automaton->direction = WPDS_POSTSTAR;
  automaton->first_mid = automaton->states.count;
  for (uint32_t e = 0; e < system->entries.count; e++)
    wpds_automaton_add_state (automaton, false);
  post->entered = arena_calloc (options->scratch, system->entries.count,
                                sizeof *post->entered);
  size_t bytes = automaton->states.count * sizeof *post->first_epsilon;
  post->first_epsilon = arena_alloc (options->scratch, bytes);
  memset (post->first_epsilon, 0xff, bytes);
}

void
wpds_poststar (const struct wpds_system *system,
               struct wpds_automaton *automaton,
               const struct wpds_options *options)
{
  assert (system->first_rule); /* finished */
  struct poststar post;
  init (&post, system, automaton, options);
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    if (automaton->transitions.at[t].from.index < system->states)
      saturation_start (&post.base, (wpds_transition){ t });
  wpds_transition t;
  wpds_weight delta;
  bool is_first;
  while (saturation_take (&post.base, &t, &delta, &is_first))
    {
      assert (automaton->transitions.at[t.index].from.index < system->states);
      assert (!wpds_is_zero (post.base.domain, delta));
      LOG (3, "%s transition %u from state %u", is_first ? "new" : "larger",
           (unsigned) t.index, (unsigned) automaton->transitions.at[t.index].from.index);
      if (automaton->transitions.at[t.index].symbol.index == EPSILON.index)
        contract_new_epsilon (&post, t, is_first, delta);
      else
        apply_rules (&post, t, delta);
      wpds_release (post.base.domain, delta);
    }
  assert (automaton->states.count == automaton->first_mid + system->entries.count);
  LOG (1, "post* by %u rules over %u control states: %u transitions, %u epsilons",
       (unsigned) system->rules.count, (unsigned) system->states,
       (unsigned) automaton->transitions.count, (unsigned) post.epsilons.count);
#ifdef EXPENSIVE_CHECKS
  saturation_check_done (&post.base);
  wpds_automaton_check (automaton);
#endif
}
