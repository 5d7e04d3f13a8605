/* shorten.c -- see shorten.h.  Cost: one post*, over pairs of a symbol and an event. */
#include <config.h>

#include "witness/shorten.h"

#include <assert.h>

#include "witness/route.h"
#include "wpds/distance.h"
#include "wpds/solve.h"

/* The most pairs of an event and a symbol. */
#define SHORTEN_LIMIT 3000000

struct shortener
{
  const struct pds *pds;
  const struct participant *participant;
  idset kept;
  struct arena *arena;
  VEC (struct local_step) events;
};

/* Is RULE an event, once the process no longer runs ahead? */
static bool
is_noticed (const struct shortener *s, uint32_t rule)
{
  assert (rule < s->pds->rules.count);
  const struct pds_action_info *action
    = &s->pds->actions.at[s->pds->rules.at[rule].action.index];
  if (action->op >= PDS_WAKE)
    return true;
  if (pds_action_is_operation (action))
    return idset_has (s->pds->idsets, s->kept, pds_action_lock (action).index);
  const struct watch_entry *entry
    = watch_find (s->participant->watch, s->pds->rules.at[rule].action.index);
  return entry && entry->class.forbidden != 0;
}

/* The number of steps of PATH that are done ahead: those before the acquisition of the
   first lock that is still held at the first step of its own, or before the first action
   of life cycles. */
static uint32_t
steps_ahead (const struct shortener *s, const struct local_path *path)
{
  uint32_t ahead = 0, held = 0;
  for (uint32_t i = 0; i < path->steps.count; i++)
    {
      uint32_t rule = path->steps.at[i].rule;
      const struct pds_action_info *action
        = &s->pds->actions.at[s->pds->rules.at[rule].action.index];
      bool lock = pds_action_is_operation (action)
                  && idset_has (s->pds->idsets, s->kept, pds_action_lock (action).index);
      if (held == 0)
        ahead = i;
      if (path->steps.at[i].moves || action->op >= PDS_WAKE)
        break;
      assert (!lock || action->op == PDS_ACQUIRE || held > 0);
      if (lock)
        held += action->op == PDS_ACQUIRE ? 1 : UINT32_MAX;
    }
  assert (ahead <= path->steps.count);
  return ahead;
}

static void
list_events (struct shortener *s, const struct local_path *path)
{
  uint32_t ahead = steps_ahead (s, path);
  for (uint32_t i = 0; i < path->steps.count; i++)
    {
      const struct local_step *step = &path->steps.at[i];
      if (step->moves || (i >= ahead && is_noticed (s, step->rule)))
        *vec_push (s->arena, &s->events) = *step;
    }
}

/* Add a rule; a state of the system is the number of events that have happened. */
static void
add_rule (struct wpds_system *system, uint32_t state, uint32_t next, pds_symbol read,
          const struct pds_rule *rule, uint32_t label)
{
  wpds_system_add_rule (system, (struct wpds_rule){ .from = { state },
                                                    .read = { read.index },
                                                    .to = { next },
                                                    .top = { rule->to.index },
                                                    .under = { rule->under.index },
                                                    .weight = rule_is_visible (rule),
                                                    .label = label });
}

static void
fill_system (struct shortener *s, const struct survey_body *reach,
             struct wpds_system *system)
{
  assert (PDS_NO_SYMBOL.index == WPDS_NO_SYMBOL.index); /* passed on as it is */
  uint32_t visible = wpds_system_add_weight (system, (wpds_weight){ 1 });
  assert (visible == 1);
  (void) visible;
  for (uint32_t i = 0; i < reach->symbols.count; i++)
    {
      pds_symbol symbol = reach->symbols.at[i];
      struct pds_range rules = pds_rules_of (s->pds, symbol);
      for (uint32_t state = 0; state <= s->events.count; state++)
        for (uint32_t r = rules.begin; r < rules.end; r++)
          {
            const struct pds_rule *rule = &s->pds->rules.at[r];
            if (state < s->events.count && s->events.at[state].rule == r)
              add_rule (system, state, state + 1, symbol, rule, r);
            bool orders = s->pds->actions.at[rule->action.index].op >= PDS_WAKE;
            if ((state == 0 && !orders) || !is_noticed (s, r))
              add_rule (system, state, state, symbol, rule, r);
          }
    }
}

/* Replace PATH by FOUND: a rule that changes the state is an event. */
static void
replace (struct shortener *s, struct local_path *path, const struct wpds_system *system,
         const struct wpds_path *found)
{
  path->steps.count = 0;
  for (uint32_t i = 0; i < found->rules.count; i++)
    {
      const struct wpds_rule *rule = &system->rules.at[found->rules.at[i]];
      bool event = rule->from.index != rule->to.index;
      assert (!event || rule->to.index == rule->from.index + 1);
      *vec_push (s->arena, &path->steps)
        = (struct local_step){ rule->label,
                               event && s->events.at[rule->from.index].moves };
    }
}

static void
tick (void *quota)
{
  quota_tick (quota);
}

void
local_path_shorten (struct local_path *path, struct survey *survey,
                    const struct participant *participant, idset kept,
                    struct quota *quota, struct arena *arena)
{
  struct shortener s
    = { .pds = survey->pds, .participant = participant, .kept = kept, .arena = arena };
  assert (path->entry.index == participant->entry.index && arena->quota == quota);
  list_events (&s, path);
  const struct survey_body *reach
    = survey_reach (survey, participant->body, participant->entry);
  if ((uint64_t) reach->symbols.count * (s.events.count + 1) > SHORTEN_LIMIT)
    return;
  struct wpds_system system;
  struct wpds_automaton automaton;
  struct wpds_value value;
  uint32_t states = s.events.count + 1;
  wpds_system_init (&system, arena, &distance_domain, states, pds_symbol_count (s.pds));
  fill_system (&s, reach, &system);
  wpds_system_finish (&system, arena);
  wpds_automaton_init (&automaton, arena, &distance_domain, states, true);
  wpds_symbol entry = { participant->entry.index };
  wpds_automaton_add_configuration (&automaton, (wpds_state){ 0 }, &entry, 1);
  struct wpds_options options = { .scratch = arena, .tick = tick, .tick_context = quota };
  wpds_poststar (&system, &automaton, &options);
  wpds_value_of_state (&value, arena, &automaton, (wpds_state){ states - 1 });
  struct wpds_path found;
  enum wpds_path_outcome outcome = wpds_path_find (
    &found, arena, &system, &value, value.weight, distance_split, NULL, ROUTE_LIMIT);
  assert (outcome != WPDS_PATH_ABSENT);
  if (outcome == WPDS_PATH_FOUND)
    replace (&s, path, &system, &found);
}
