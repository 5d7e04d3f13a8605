/* saturate.c -- see saturate.h.
 *
 * Invariant: a transition is queued iff it is in exactly one list, that of its rank in
 * `symbols' if it leaves the current state, otherwise that of its state in `waiting';
 * both lists run through symbols.next.  Each operation takes constant time.
 */
#include <config.h>

#include "wpds/saturate.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

void
saturation_init (struct saturation *saturation, const struct wpds_system *system,
                 struct wpds_automaton *automaton, const struct wpds_options *options)
{
  assert (automaton->direction == WPDS_GIVEN);
  assert (automaton->control_states == system->states);
  assert (automaton->domain == system->domain);
  assert (options->scratch);
  memset (saturation, 0, sizeof *saturation);
  saturation->system = system;
  saturation->automaton = automaton;
  saturation->domain = system->domain;
  saturation->options = options;
  saturation->current = NONE;
  struct arena *scratch = options->scratch;
  wpds_queue_init (&saturation->symbols, scratch, system->ranks + 1);
  wpds_queue_init (&saturation->states, scratch, system->states);
  size_t bytes = system->states * sizeof *saturation->waiting;
  saturation->waiting = arena_alloc (scratch, bytes);
  memset (saturation->waiting, 0xff, bytes);
}

static struct saturation_pending *
pending_of (struct saturation *saturation, wpds_transition transition)
{
  while (saturation->pending.count <= transition.index)
    *vec_push (saturation->options->scratch, &saturation->pending)
      = (struct saturation_pending){ .queued = false };
  return &saturation->pending.at[transition.index];
}

/* Exits are ranked by the entry they leave; those that leave the given
   automaton's stack come last. */
static uint32_t
rank_of (const struct saturation *saturation,
         const struct wpds_transition_info *transition)
{
  const struct wpds_system *system = saturation->system;
  if (transition->symbol.index != WPDS_NO_SYMBOL.index)
    return system->rank[transition->symbol.index];
  uint32_t first_mid = saturation->automaton->first_mid;
  if (transition->to.index < first_mid)
    return system->ranks;
  assert (transition->to.index - first_mid < system->entries.count);
  return system->entries.at[transition->to.index - first_mid].exit_rank;
}

/* Queue DELTA, which is taken over. */
static void
enqueue (struct saturation *saturation, wpds_transition transition,
         wpds_weight delta)
{
  const struct wpds_transition_info *info
    = &saturation->automaton->transitions.at[transition.index];
  assert (info->from.index < saturation->system->states);
  struct saturation_pending *pending = pending_of (saturation, transition);
  if (pending->queued)
    {
      wpds_combine (saturation->domain, &pending->delta, delta, NULL);
      wpds_release (saturation->domain, delta);
      return;
    }
  pending->queued = true;
  pending->delta = delta;
  uint32_t state = info->from.index;
  if (state == saturation->current)
    {
      wpds_queue_push (&saturation->symbols, rank_of (saturation, info),
                       transition.index);
      return;
    }
  if (saturation->waiting[state] == NONE)
    wpds_queue_push (&saturation->states, state, state);
  /* The queue does not use the link of a transition that waits. */
  while (saturation->symbols.next.count <= transition.index)
    *vec_push (saturation->options->scratch, &saturation->symbols.next) = NONE;
  saturation->symbols.next.at[transition.index] = saturation->waiting[state];
  saturation->waiting[state] = transition.index;
}

void
saturation_start (struct saturation *saturation, wpds_transition transition)
{
  const struct wpds_transition_info *info
    = &saturation->automaton->transitions.at[transition.index];
  enqueue (saturation, transition,
           wpds_retain (saturation->domain, info->weight));
}

void
saturation_update (struct saturation *saturation, wpds_state from,
                   wpds_symbol symbol, wpds_state to, wpds_weight weight,
                   struct wpds_derivation how)
{
  saturation_tick (saturation);
  wpds_weight news;
  wpds_transition changed = wpds_automaton_merge (saturation->automaton, from,
                                                  symbol, to, weight, &news);
  if (changed.index == NONE)
    return;
  wpds_automaton_record (saturation->automaton, changed, how);
  enqueue (saturation, changed, news);
}

static void
next_state (struct saturation *saturation)
{
  assert (wpds_queue_is_empty (&saturation->symbols));
  uint32_t state = wpds_queue_pop (&saturation->states);
  assert (saturation->waiting[state] != NONE);
  saturation->current = state;
  uint32_t next;
  for (uint32_t t = saturation->waiting[state]; t != NONE; t = next)
    {
      next = saturation->symbols.next.at[t];
      const struct wpds_transition_info *info
        = &saturation->automaton->transitions.at[t];
      assert (info->from.index == state && saturation->pending.at[t].queued);
      wpds_queue_push (&saturation->symbols, rank_of (saturation, info), t);
    }
  saturation->waiting[state] = NONE;
}

bool
saturation_take (struct saturation *saturation, wpds_transition *transition,
                 wpds_weight *delta, bool *is_first)
{
  if (wpds_queue_is_empty (&saturation->symbols))
    {
      if (wpds_queue_is_empty (&saturation->states))
        return false;
      next_state (saturation);
    }
  transition->index = wpds_queue_pop (&saturation->symbols);
  struct saturation_pending *pending
    = &saturation->pending.at[transition->index];
  assert (pending->queued);
  *is_first = !pending->seen;
  pending->queued = false;
  pending->seen = true;
  *delta = pending->delta;
  return true;
}

wpds_weight
saturation_extend_rule (const struct saturation *saturation, wpds_weight a,
                        const struct wpds_rule *rule)
{
  assert (rule->weight < saturation->system->weights.count);
  if (rule->weight == WPDS_WEIGHT_ONE)
    return wpds_retain (saturation->domain, a);
  return wpds_extend (saturation->domain, a,
                      saturation->system->weights.at[rule->weight]);
}

void
saturation_tick (const struct saturation *saturation)
{
  if (saturation->options->tick)
    saturation->options->tick (saturation->options->tick_context);
}

#ifdef EXPENSIVE_CHECKS
void
saturation_check_done (const struct saturation *saturation)
{
  const struct wpds_automaton *automaton = saturation->automaton;
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    if (automaton->transitions.at[t].from.index < automaton->control_states)
      {
        assert (t < saturation->pending.count);
        assert (saturation->pending.at[t].seen && !saturation->pending.at[t].queued);
      }
  for (uint32_t p = 0; p < saturation->system->states; p++)
    assert (saturation->waiting[p] == NONE);
}
#endif
