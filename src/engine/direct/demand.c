/* demand.c -- see demand.h. */
#include <config.h>

#include "engine/direct/demand.h"

#include <assert.h>

#include "phaseauto/watch.h"

void
action_sets_init (struct action_sets *sets, struct arena *arena)
{
  *sets = (struct action_sets){ .arena = arena };
  pairmap_init (&sets->numbers, arena);
  /* The empty set is number 0. */
  *vec_push (arena, &sets->first) = 0;
  *vec_push (arena, &sets->first) = 0;
}

/* The set of SET and ACTION, which comes after those of SET. */
static uint32_t
add_action (struct action_sets *sets, uint32_t set, uint32_t action)
{
  uint32_t number = pairmap_number (&sets->numbers, set, action) + 1;
  if (number + 1 < sets->first.count)
    return number;
  assert (number + 1 == sets->first.count);
  for (uint32_t i = sets->first.at[set]; i < sets->first.at[set + 1]; i++)
    {
      uint32_t member = sets->actions.at[i];
      assert (member < action);
      *vec_push (sets->arena, &sets->actions) = member;
    }
  *vec_push (sets->arena, &sets->actions) = action;
  *vec_push (sets->arena, &sets->first) = sets->actions.count;
  return number;
}

static uint64_t
bit (uint32_t state)
{
  assert (state < 64);
  return (uint64_t) 1 << state;
}

bool
demand_is_sequence (const struct question *question)
{
  uint64_t all = bit (question->steps) - 1, done = 0;
  for (uint32_t t = 0; t < question->threads; t++)
    {
      uint64_t own = all & ~question->participants[t].watch->foreign;
      if (own & done)
        return false;
      done |= own;
    }
  return done == all;
}

/* Add what ENTRY's action is to the thread; false: the demand is not simple. */
static bool
add_entry (struct demand *demand, struct action_sets *sets, const struct pds *pds,
           const struct watch_entry *entry)
{
  const struct pds_action_info *info = &pds->actions.at[entry->action];
  bool access = pds_action_is_access (info);
  bool boundary = info->op == PDS_BEGIN || info->op == PDS_END;
  uint64_t between = demand->second == DEMAND_NONE
                       ? 0
                       : bit (demand->second + 1) - bit (demand->first + 1);
  if ((entry->class.step && !access) || (entry->class.forbidden && !boundary)
      || (entry->class.forbidden & ~between))
    return false;
  if (entry->class.step & bit (demand->first))
    demand->start = add_action (sets, demand->start, entry->action);
  if (demand->second != DEMAND_NONE && (entry->class.step & bit (demand->second)))
    demand->goal = add_action (sets, demand->goal, entry->action);
  if (entry->class.forbidden)
    demand->barred = add_action (sets, demand->barred, entry->action);
  return true;
}

bool
demand_of (struct demand *demand, struct action_sets *sets,
           const struct question *question, uint32_t t)
{
  const struct watch *watch = question->participants[t].watch;
  uint64_t own = (bit (question->steps) - 1) & ~watch->foreign;
  assert (t < question->threads);
  *demand = (struct demand){ .second = DEMAND_NONE };
  if (!own)
    return false;
  demand->first = (uint32_t) __builtin_ctzll (own);
  own &= own - 1;
  if (own)
    demand->second = (uint32_t) __builtin_ctzll (own);
  if (own & (own - 1))
    return false;
  uint32_t last = own ? demand->second : demand->first;
  assert (demand->first < last || !own);
  demand->waits = own && demand->second > demand->first + 1;
  demand->rests = last + 1 < question->steps;
  for (uint32_t i = 0; i < watch->count; i++)
    if (!add_entry (demand, sets, question->survey->pds, &watch->entries[i]))
      return false;
  return true;
}
