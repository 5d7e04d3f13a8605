/* prestar.c -- see prestar.h. */
#include <config.h>

#include "prestar.h"

#include <assert.h>

#define NONE UINT32_MAX

struct prestar
{
  const struct wpds_system *system;
  struct wpds_automaton *automaton;
  bool changed;
};

/* The transition READ of the rule to Q has WEIGHT, which is taken over. */
static void
add (struct prestar *pre, const struct wpds_rule *rule, wpds_state q, wpds_weight weight)
{
  wpds_weight news;
  wpds_transition changed
    = wpds_automaton_merge (pre->automaton, rule->from, rule->read, q, weight, &news);
  if (changed.index == NONE)
    return;
  wpds_release (pre->automaton->domain, news);
  pre->changed = true;
}

/*  <p, y> -> <p', y' y''>  p' --y'--> q  with d    q --y''--> q'  with f
    ---------------------------------------------------------------------
    p --y--> q'  with f(rule) (x) d (x) f                                     */
static void
apply_push (struct prestar *pre, const struct wpds_rule *rule, wpds_state q,
            wpds_weight first)
{
  const struct wpds_automaton *automaton = pre->automaton;
  for (uint32_t t = automaton->states.at[q.index].first; t != NONE;
       t = automaton->transitions.at[t].next)
    {
      struct wpds_transition_info second = automaton->transitions.at[t];
      if (second.symbol.index == rule->under.index)
        add (pre, rule, second.to, wpds_extend (automaton->domain, first, second.weight));
    }
}

/*  <p, y> -> <p', eps>             <p, y> -> <p', y'>      p' --y'--> q  with d
    ---------------------------     --------------------------------------------
    p --y--> p'  with f(rule)       p --y--> q  with f(rule) (x) d            */
static void
apply (struct prestar *pre, const struct wpds_rule *rule)
{
  const struct wpds_automaton *automaton = pre->automaton;
  const struct wpds_domain *domain = automaton->domain;
  wpds_weight weight = pre->system->weights.at[rule->weight];
  if (wpds_rule_is_pop (rule))
    {
      add (pre, rule, rule->to, wpds_retain (domain, weight));
      return;
    }
  for (uint32_t t = automaton->states.at[rule->to.index].first; t != NONE;
       t = automaton->transitions.at[t].next)
    {
      struct wpds_transition_info info = automaton->transitions.at[t];
      if (info.symbol.index != rule->top.index)
        continue;
      wpds_weight product = wpds_extend (domain, weight, info.weight);
      if (wpds_rule_is_push (rule))
        {
          apply_push (pre, rule, info.to, product);
          wpds_release (domain, product);
        }
      else
        add (pre, rule, info.to, product);
    }
}

void
wpds_prestar (const struct wpds_system *system, struct wpds_automaton *automaton)
{
  assert (!automaton->saturated);
  assert (automaton->control_states == system->states);
  struct prestar pre = { system, automaton, true };
  while (pre.changed)
    {
      pre.changed = false;
      for (uint32_t r = 0; r < system->rules.count; r++)
        apply (&pre, &system->rules.at[r]);
    }
}
