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
 * The worklist.  A transition out of a control state is in it while part of its
 * weight, its delta, has not been propagated.  Work goes state by state, and inside a
 * state by the ranks of the symbols (order.h): in the product with a chain of phases,
 * a phase is settled for good before the next one begins.
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

#include "wpds/solve.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "wpds/queue.h"

#define NONE UINT32_MAX
#define EPSILON WPDS_NO_SYMBOL

struct pending
{
  wpds_weight delta; /* while queued */
  bool queued;
  bool seen;             /* the transition left the worklist before */
  uint32_t next_epsilon; /* see first_epsilon */
};

struct poststar
{
  const struct wpds_system *system;
  struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  const struct wpds_options *options;
  /* The worklist.  A transition is queued iff it is in exactly one list: that of its
     rank in `symbols' if it leaves the current state, otherwise that of its state in
     `waiting'.  Both lists run through symbols.next. */
  uint32_t current;             /* the state whose transitions are taken, or NONE */
  struct wpds_queue symbols;    /* transitions out of it, by rank */
  struct wpds_queue states;     /* other states with transitions in the worklist */
  uint32_t *waiting;            /* by state: the first of these transitions, or NONE */
  VEC (struct pending) pending; /* by transition */
  /* The rules. */
  bool *entered;           /* by entry */
  uint32_t *first_epsilon; /* by state: a list, through next_epsilon, of the epsilons
                              into it that left the worklist; or NONE */
};

/* ---- The worklist. ---- */

/* Exits are ranked by the entry they leave; those that leave the given
   automaton's stack come last. */
static uint32_t
rank_of (const struct poststar *post, const struct wpds_transition_info *transition)
{
  const struct wpds_system *system = post->system;
  if (transition->symbol.index != EPSILON.index)
    return system->rank[transition->symbol.index];
  uint32_t first_mid = post->automaton->first_mid;
  if (transition->to.index < first_mid)
    return system->ranks;
  assert (transition->to.index - first_mid < system->entries.count);
  return system->entries.at[transition->to.index - first_mid].exit_rank;
}

/* Queue DELTA, which is taken over. */
static void
enqueue (struct poststar *post, wpds_transition transition, wpds_weight delta)
{
  const struct wpds_transition_info *info
    = &post->automaton->transitions.at[transition.index];
  struct arena *scratch = post->options->scratch;
  uint32_t state = info->from.index;
  assert (state < post->system->states);
  while (post->pending.count <= transition.index)
    *vec_push (scratch, &post->pending) = (struct pending){ .queued = false };
  struct pending *pending = &post->pending.at[transition.index];
  if (pending->queued)
    {
      wpds_combine (post->domain, &pending->delta, delta, NULL);
      wpds_release (post->domain, delta);
      return;
    }
  pending->queued = true;
  pending->delta = delta;
  if (state == post->current)
    {
      wpds_queue_push (&post->symbols, rank_of (post, info), transition.index);
      return;
    }
  if (post->waiting[state] == NONE)
    wpds_queue_push (&post->states, state, state);
  /* A waiting transition is not in `symbols', so its link there is free for this list. */
  while (post->symbols.next.count <= transition.index)
    *vec_push (scratch, &post->symbols.next) = NONE;
  post->symbols.next.at[transition.index] = post->waiting[state];
  post->waiting[state] = transition.index;
}

static void
next_state (struct poststar *post)
{
  assert (wpds_queue_is_empty (&post->symbols));
  uint32_t state = wpds_queue_pop (&post->states);
  assert (post->waiting[state] != NONE);
  post->current = state;
  uint32_t next;
  for (uint32_t t = post->waiting[state]; t != NONE; t = next)
    {
      next = post->symbols.next.at[t];
      const struct wpds_transition_info *info = &post->automaton->transitions.at[t];
      assert (info->from.index == state && post->pending.at[t].queued);
      wpds_queue_push (&post->symbols, rank_of (post, info), t);
    }
  post->waiting[state] = NONE;
}

/* Take the next transition and its delta, which is now the caller's; false: the
   worklist is empty.  IS_FIRST: the transition was never taken before. */
static bool
take (struct poststar *post, wpds_transition *transition, wpds_weight *delta,
      bool *is_first)
{
  if (wpds_queue_is_empty (&post->symbols))
    {
      if (wpds_queue_is_empty (&post->states))
        return false;
      next_state (post);
    }
  transition->index = wpds_queue_pop (&post->symbols);
  struct pending *pending = &post->pending.at[transition->index];
  assert (pending->queued);
  *is_first = !pending->seen;
  pending->queued = false;
  pending->seen = true;
  *delta = pending->delta;
  return true;
}

#ifdef EXPENSIVE_CHECKS
/* Assert that nothing waits, and every transition out of a control state was taken. */
static void
check_done (const struct poststar *post)
{
  const struct wpds_automaton *automaton = post->automaton;
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    if (automaton->transitions.at[t].from.index < automaton->control_states)
      assert (post->pending.at[t].seen && !post->pending.at[t].queued);
  for (uint32_t p = 0; p < post->system->states; p++)
    assert (post->waiting[p] == NONE);
}
#endif

/* ---- The rules. ---- */

static struct wpds_derivation
by_rule (uint32_t rule, wpds_transition transition, wpds_weight delta)
{
  return (struct wpds_derivation){ NONE,  rule, transition, WPDS_NO_TRANSITION,
                                   delta, delta };
}

static struct wpds_derivation
by_contraction (wpds_transition edge, wpds_weight edge_weight, wpds_transition epsilon,
                wpds_weight epsilon_weight)
{
  return (
    struct wpds_derivation){ NONE, NONE, edge, epsilon, edge_weight, epsilon_weight };
}

/* a (x) f(rule). */
static wpds_weight
extend_by_rule (const struct poststar *post, wpds_weight a, const struct wpds_rule *rule)
{
  assert (rule->weight < post->system->weights.count);
  if (rule->weight == WPDS_WEIGHT_ONE)
    return wpds_retain (post->domain, a);
  return wpds_extend (post->domain, a, post->system->weights.at[rule->weight]);
}

/* Combine WEIGHT, which is taken over, into (from, symbol, to).  HOW says where the
   weight came from.  Returns the transition, with its news, if it changed. */
static wpds_transition
merge (struct poststar *post, wpds_state from, wpds_symbol symbol, wpds_state to,
       wpds_weight weight, struct wpds_derivation how, wpds_weight *news)
{
  if (post->options->tick)
    post->options->tick (post->options->tick_context);
  wpds_transition changed
    = wpds_automaton_merge (post->automaton, from, symbol, to, weight, news);
  if (changed.index != NONE)
    wpds_automaton_record (post->automaton, changed, how);
  return changed;
}

/* Merge WEIGHT into a transition out of a control state, and queue its news. */
static void
update (struct poststar *post, wpds_state from, wpds_symbol symbol, wpds_state to,
        wpds_weight weight, struct wpds_derivation how)
{
  wpds_weight news;
  wpds_transition changed = merge (post, from, symbol, to, weight, how, &news);
  if (changed.index != NONE)
    enqueue (post, changed, news);
}

/*  <p, y> -> <p', y'>      p --y--> q  with d
    ------------------------------------------     y' is epsilon if the rule pops
    p' --y'--> q  with d (x) f(rule)                                          */
static void
apply_step_or_pop (struct poststar *post, uint32_t rule_place, wpds_transition t,
                   wpds_state q, wpds_weight delta)
{
  const struct wpds_rule *rule = &post->system->rules.at[rule_place];
  assert (!wpds_rule_is_push (rule));
  update (post, rule->to, rule->top, q, extend_by_rule (post, delta, rule),
          by_rule (rule_place, t, delta));
}

/*  q --y--> q'  with d     p --eps--> q  with f, seen before
    ---------------------------------------------------------
    p --y--> q'  with d (x) f                                                 */
static void
contract_new_edge (struct poststar *post, wpds_transition edge, wpds_weight delta)
{
  struct wpds_automaton *automaton = post->automaton;
  struct wpds_transition_info info = automaton->transitions.at[edge.index];
  assert (info.from.index >= automaton->first_mid);
  assert (info.symbol.index != EPSILON.index);
  for (uint32_t e = post->first_epsilon[info.from.index]; e != NONE;
       e = post->pending.at[e].next_epsilon)
    {
      const struct wpds_transition_info *other = &automaton->transitions.at[e];
      assert (other->symbol.index == EPSILON.index && other->to.index == info.from.index);
      update (post, other->from, info.symbol, info.to,
              wpds_extend (post->domain, delta, other->weight),
              by_contraction (edge, delta, (wpds_transition){ e }, other->weight));
    }
}

/*  <p, y> -> <p', y' y''>  p --y--> q  with d
    ------------------------------------------
    p' --y'--> q(p',y')  with 1, or the weight that `enter' gives
    q(p',y') --y''--> q  with d (x) f(rule)                                   */
static void
apply_push (struct poststar *post, uint32_t rule_place, wpds_transition t, wpds_state q,
            wpds_weight delta)
{
  struct wpds_automaton *automaton = post->automaton;
  const struct wpds_domain *domain = post->domain;
  const struct wpds_rule *rule = &post->system->rules.at[rule_place];
  assert (rule->entry < post->system->entries.count);
  assert (post->system->entries.at[rule->entry].symbol.index == rule->top.index);
  wpds_state mid = { automaton->first_mid + rule->entry };
  if (!post->entered[rule->entry])
    {
      post->entered[rule->entry] = true;
      const struct wpds_options *options = post->options;
      wpds_weight one = options->enter
                          ? options->enter (options->enter_context, rule->to, rule->top)
                          : wpds_one (domain);
      update (post, rule->to, rule->top, mid, wpds_retain (domain, one),
              by_rule (NONE, WPDS_NO_TRANSITION, one));
      wpds_release (domain, one);
    }
  wpds_weight news;
  wpds_transition edge
    = merge (post, mid, rule->under, q, extend_by_rule (post, delta, rule),
             by_rule (rule_place, t, delta), &news);
  if (edge.index == NONE)
    return;
  contract_new_edge (post, edge, news);
  wpds_release (domain, news);
}

/*  p --eps--> q  with d    q --y--> q'  with f
    -------------------------------------------
    p --y--> q'  with f (x) d                                                 */
static void
contract_new_epsilon (struct poststar *post, wpds_transition epsilon, bool is_first,
                      wpds_weight delta)
{
  struct wpds_automaton *automaton = post->automaton;
  struct wpds_transition_info info = automaton->transitions.at[epsilon.index];
  assert (info.symbol.index == EPSILON.index);
  assert (info.to.index >= automaton->control_states);
  if (is_first)
    {
      uint32_t *first = &post->first_epsilon[info.to.index];
      post->pending.at[epsilon.index].next_epsilon = *first;
      *first = epsilon.index;
    }
  for (uint32_t e = automaton->states.at[info.to.index].first; e != NONE;
       e = automaton->transitions.at[e].next)
    {
      const struct wpds_transition_info *edge = &automaton->transitions.at[e];
      update (post, info.from, edge->symbol, edge->to,
              wpds_extend (post->domain, edge->weight, delta),
              by_contraction ((wpds_transition){ e }, edge->weight, epsilon, delta));
    }
}

static void
apply_rules (struct poststar *post, wpds_transition t, wpds_weight delta)
{
  const struct wpds_system *system = post->system;
  struct wpds_transition_info info = post->automaton->transitions.at[t.index];
  for (uint32_t r = wpds_first_rule (system, info.from, info.symbol);
       r < system->rules.count
       && wpds_rule_reads (&system->rules.at[r], info.from, info.symbol);
       r++)
    if (wpds_rule_is_push (&system->rules.at[r]))
      apply_push (post, r, t, info.to, delta);
    else
      apply_step_or_pop (post, r, t, info.to, delta);
}

static void
init (struct poststar *post, const struct wpds_system *system,
      struct wpds_automaton *automaton, const struct wpds_options *options)
{
  assert (system->first_rule); /* finished */
  assert (!automaton->saturated);
  assert (automaton->control_states == system->states);
  assert (automaton->domain == system->domain);
  assert (options->scratch);
  *post = (struct poststar){ .system = system,
                             .automaton = automaton,
                             .domain = system->domain,
                             .options = options,
                             .current = NONE };
  automaton->saturated = true;
  automaton->first_mid = automaton->states.count;
  for (uint32_t e = 0; e < system->entries.count; e++)
    wpds_automaton_add_state (automaton, false);
  struct arena *scratch = options->scratch;
  wpds_queue_init (&post->symbols, scratch, system->ranks + 1);
  wpds_queue_init (&post->states, scratch, system->states);
  size_t bytes = system->states * sizeof *post->waiting;
  post->waiting = memset (arena_alloc (scratch, bytes), 0xff, bytes);
  post->entered = arena_calloc (scratch, system->entries.count, sizeof *post->entered);
  bytes = automaton->states.count * sizeof *post->first_epsilon;
  post->first_epsilon = memset (arena_alloc (scratch, bytes), 0xff, bytes);
}

void
wpds_poststar (const struct wpds_system *system, struct wpds_automaton *automaton,
               const struct wpds_options *options)
{
  struct poststar post;
  init (&post, system, automaton, options);
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      if (info->from.index < system->states)
        enqueue (&post, (wpds_transition){ t }, wpds_retain (post.domain, info->weight));
    }
  wpds_transition t;
  wpds_weight delta;
  bool is_first;
  while (take (&post, &t, &delta, &is_first))
    {
      assert (automaton->transitions.at[t.index].from.index < system->states);
      assert (!wpds_is_zero (post.domain, delta));
      LOG (3, "%s transition %u from state %u", is_first ? "new" : "larger",
           (unsigned) t.index, (unsigned) automaton->transitions.at[t.index].from.index);
      if (automaton->transitions.at[t.index].symbol.index == EPSILON.index)
        contract_new_epsilon (&post, t, is_first, delta);
      else
        apply_rules (&post, t, delta);
      wpds_release (post.domain, delta);
    }
  assert (automaton->states.count == automaton->first_mid + system->entries.count);
  LOG (1, "post* by %u rules over %u control states: %u transitions",
       (unsigned) system->rules.count, (unsigned) system->states,
       (unsigned) automaton->transitions.count);
#ifdef EXPENSIVE_CHECKS
  check_done (&post);
  wpds_automaton_check (automaton);
#endif
}
