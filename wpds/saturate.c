/* saturate.c -- see saturate.h. */
#include <config.h>

#include "wpds/saturate.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

void
saturation_init (struct saturation *saturation,
                 const struct wpds_system *system,
                 struct wpds_automaton *automaton,
                 const struct wpds_options *options, const uint32_t *rank,
                 uint32_t ranks)
{
  assert (automaton->direction == WPDS_GIVEN);
  assert (automaton->control_states == system->states);
  assert (automaton->domain == system->domain);
  memset (saturation, 0, sizeof *saturation);
  saturation->system = system;
  saturation->automaton = automaton;
  saturation->domain = system->domain;
  saturation->options = options;
  saturation->rank = rank;
  saturation->current = NONE;
  struct arena *scratch = options->scratch;
  wpds_queue_init (&saturation->symbols, scratch, ranks + 1);
  wpds_queue_init (&saturation->states, scratch, system->states);
  size_t bytes = system->states * sizeof *saturation->waiting;
  saturation->waiting = arena_alloc (scratch, bytes);
  memset (saturation->waiting, 0xff, bytes);
}

static struct saturation_pending *
pending_of (struct saturation *saturation, wpds_transition transition)
{
  while (saturation->pending.count <= transition.index)
    {
      struct saturation_pending *pending
        = vec_push (saturation->options->scratch, &saturation->pending);
      memset (pending, 0, sizeof *pending);
    }
  return &saturation->pending.at[transition.index];
}

/* Exits are ranked by the entry they leave; those that leave the given
   automaton's stack come last. */
static uint32_t
rank_of (const struct saturation *saturation,
         const struct wpds_transition_info *transition)
{
  if (transition->symbol.index != WPDS_NO_SYMBOL.index)
    return saturation->rank[transition->symbol.index];
  uint32_t first_mid = saturation->automaton->first_mid;
  if (transition->to.index < first_mid)
    return saturation->symbols.ranks - 1;
  const struct wpds_system *system = saturation->system;
  assert (transition->to.index - first_mid < system->entries.count);
  return system->entries.at[transition->to.index - first_mid].exit_rank;
}

/* DELTA is taken over. */
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
  /* The links of the queue are free while the transition waits. */
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
  uint32_t state = wpds_queue_pop (&saturation->states);
  saturation->current = state;
  uint32_t next;
  for (uint32_t t = saturation->waiting[state]; t != NONE; t = next)
    {
      next = saturation->symbols.next.at[t];
      const struct wpds_transition_info *info
        = &saturation->automaton->transitions.at[t];
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
