/* automaton.c -- see automaton.h. */
#include <config.h>

#include "wpds/automaton.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

void
wpds_automaton_init (struct wpds_automaton *automaton, struct arena *arena,
                     const struct wpds_domain *domain, uint32_t control_states,
                     bool recording)
{
  memset (automaton, 0, sizeof *automaton);
  automaton->arena = arena;
  automaton->domain = domain;
  automaton->control_states = control_states;
  automaton->first_mid = NONE;
  automaton->recording = recording;
  hash_table_init (&automaton->table, arena);
  for (uint32_t p = 0; p < control_states; p++)
    wpds_automaton_add_state (automaton, false);
}

wpds_state
wpds_automaton_add_state (struct wpds_automaton *automaton, bool final)
{
  wpds_state state = { automaton->states.count };
  *vec_push (automaton->arena, &automaton->states)
    = (struct wpds_state_info){ NONE, NONE, final };
  return state;
}

void
wpds_automaton_set_final (struct wpds_automaton *automaton, wpds_state state)
{
  assert (state.index < automaton->states.count);
  automaton->states.at[state.index].final = true;
}

/* Neighbouring symbols follow each other in programs and in the worklist: sixteen
   of them share a cache line of slots. */
static uint32_t
hash_triple (wpds_state from, wpds_symbol symbol, wpds_state to)
{
  uint64_t key = (uint64_t) from.index << 32 | symbol.index >> 4;
  key *= UINT64_C (0x9E3779B97F4A7C15);
  key ^= key >> 32;
  key += to.index;
  key *= UINT64_C (0xD6E8FEB86659FD93);
  return ((uint32_t) (key >> 32) << 4) + (symbol.index & 15);
}

static uint32_t
hash_of_transition (const void *context, uint32_t index)
{
  const struct wpds_automaton *automaton = context;
  const struct wpds_transition_info *t = &automaton->transitions.at[index];
  return hash_triple (t->from, t->symbol, t->to);
}

/* Where the transition is, or the free slot where it would be. */
static uint32_t *
find_slot (const struct wpds_automaton *automaton, wpds_state from, wpds_symbol symbol,
           wpds_state to)
{
  uint32_t *slot = hash_first (&automaton->table, hash_triple (from, symbol, to));
  for (; *slot != HASH_FREE; slot = hash_next (&automaton->table, slot))
    {
      const struct wpds_transition_info *t = &automaton->transitions.at[*slot];
      if (t->from.index == from.index && t->symbol.index == symbol.index
          && t->to.index == to.index)
        break;
    }
  return slot;
}

wpds_transition
wpds_automaton_merge (struct wpds_automaton *automaton, wpds_state from,
                      wpds_symbol symbol, wpds_state to, wpds_weight weight,
                      wpds_weight *news)
{
  assert (from.index < automaton->states.count);
  assert (to.index < automaton->states.count);
  assert (symbol.index != WPDS_NO_SYMBOL.index || from.index < automaton->control_states);
  const struct wpds_domain *domain = automaton->domain;
  if (wpds_is_zero (domain, weight))
    {
      wpds_release (domain, weight);
      return WPDS_NO_TRANSITION;
    }
  hash_reserve (&automaton->table, automaton->transitions.count, hash_of_transition,
                automaton);
  uint32_t *slot = find_slot (automaton, from, symbol, to);
  wpds_transition found = { *slot };
  if (found.index != NONE)
    {
      struct wpds_transition_info *t = &automaton->transitions.at[found.index];
      bool changed = wpds_combine (domain, &t->weight, weight, news);
      assert (!changed || !wpds_is_zero (domain, *news));
      wpds_release (domain, weight);
      return changed ? found : WPDS_NO_TRANSITION;
    }
  *vec_push (automaton->arena, &automaton->transitions)
    = (struct wpds_transition_info){ from, symbol, to, NONE, weight };
  *slot = automaton->transitions.count - 1;
  wpds_transition made = { *slot };
  struct wpds_state_info *state = &automaton->states.at[from.index];
  if (state->last == NONE)
    state->first = made.index;
  else
    automaton->transitions.at[state->last].next = made.index;
  state->last = made.index;
  if (automaton->recording)
    *vec_push (automaton->arena, &automaton->last_derivation) = NONE;
  *news = wpds_retain (domain, weight);
  return made;
}

void
wpds_automaton_record (struct wpds_automaton *automaton, wpds_transition transition,
                       struct wpds_derivation derivation)
{
  if (!automaton->recording)
    return;
  assert (transition.index < automaton->last_derivation.count);
  /* A rule or a second transition needs a first one; nothing needs both. */
  assert ((derivation.rule == NONE && derivation.second.index == NONE)
          || derivation.first.index < automaton->transitions.count);
  assert (derivation.rule == NONE || derivation.second.index == NONE);
  wpds_retain (automaton->domain, derivation.a);
  if (derivation.second.index != NONE)
    wpds_retain (automaton->domain, derivation.b);
  uint32_t *last = &automaton->last_derivation.at[transition.index];
  derivation.previous = *last;
  *last = automaton->derivations.count;
  *vec_push (automaton->arena, &automaton->derivations) = derivation;
}

void
wpds_automaton_add (struct wpds_automaton *automaton, wpds_state from, wpds_symbol symbol,
                    wpds_state to, wpds_weight weight)
{
  assert (!automaton->saturated);
  assert (symbol.index != WPDS_NO_SYMBOL.index);
  assert (to.index >= automaton->control_states);
  wpds_weight news;
  wpds_transition changed = wpds_automaton_merge (
    automaton, from, symbol, to, wpds_retain (automaton->domain, weight), &news);
  if (changed.index == NONE)
    return;
  struct wpds_derivation given
    = { NONE, NONE, WPDS_NO_TRANSITION, WPDS_NO_TRANSITION, weight, weight };
  wpds_automaton_record (automaton, changed, given);
  wpds_release (automaton->domain, news);
}

void
wpds_automaton_add_configuration (struct wpds_automaton *automaton, wpds_state state,
                                  const wpds_symbol *stack, uint32_t height)
{
  assert (state.index < automaton->control_states);
  assert (stack || height == 0);
  for (uint32_t i = 0; i < height; i++)
    {
      wpds_state next = wpds_automaton_add_state (automaton, false);
      wpds_automaton_add (automaton, state, stack[i], next, automaton->domain->one);
      state = next;
    }
  wpds_automaton_set_final (automaton, state);
}

void
wpds_automaton_release (struct wpds_automaton *automaton)
{
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    wpds_release (automaton->domain, automaton->transitions.at[t].weight);
  for (uint32_t d = 0; d < automaton->derivations.count; d++)
    {
      const struct wpds_derivation *derivation = &automaton->derivations.at[d];
      wpds_release (automaton->domain, derivation->a);
      if (derivation->second.index != NONE)
        wpds_release (automaton->domain, derivation->b);
    }
  automaton->transitions.count = 0;
  automaton->derivations.count = 0;
}

void
wpds_automaton_check (const struct wpds_automaton *automaton)
{
  uint32_t listed = 0;
  for (uint32_t s = 0; s < automaton->states.count; s++)
    for (uint32_t t = automaton->states.at[s].first; t != NONE;
         t = automaton->transitions.at[t].next, listed++)
      {
        assert (automaton->transitions.at[t].from.index == s);
        assert (t == automaton->states.at[s].last
                || automaton->transitions.at[t].next > t);
      }
  assert (listed == automaton->transitions.count);
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      assert (*find_slot (automaton, info->from, info->symbol, info->to) == t);
      assert (!wpds_is_zero (automaton->domain, info->weight));
      assert (info->symbol.index != NONE || info->from.index < automaton->control_states);
      assert (info->to.index >= automaton->control_states);
    }
}
