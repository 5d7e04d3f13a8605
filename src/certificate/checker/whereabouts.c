/* whereabouts.c -- see whereabouts.h. */
#include <config.h>

#include "certificate/checker/whereabouts.h"

static const struct pds *
pds_of (const struct whereabouts *places)
{
  return &places->lowering->pds;
}

/* Where RULE leads from PLACE: *SYMBOL over *BELOW.  False: the process ends. */
static bool
lead (const struct whereabouts *places, uint32_t place, uint32_t rule, pds_symbol *symbol,
      uint32_t *below)
{
  const struct pds *pds = pds_of (places);
  const struct pds_rule *r = &pds->rules.at[rule];
  assert (rule >= pds_rules_of (pds, place_symbol (places, place)).begin
          && rule < pds_rules_of (pds, place_symbol (places, place)).end);
  *symbol = r->to;
  *below = place_below (places, place);
  if (pds_rule_is_call (r))
    *below = place; /* the call stays, for the return to find */
  else if (pds_rule_is_return (r) && *below == PLACE_ENDED)
    return false;
  else if (pds_rule_is_return (r))
    {
      pds_symbol caller = place_symbol (places, *below);
      const struct pds_rule *call = &pds->rules.at[pds_rules_of (pds, caller).begin];
      assert (pds_rule_is_call (call));
      *symbol = call->under;
      *below = place_below (places, *below);
    }
  return true;
}

uint32_t
place_find (const struct whereabouts *places, pds_symbol symbol, uint32_t below)
{
  assert (below != PLACE_WRONG && below != PLACE_NONE);
  return pairmap_get (&places->cells, symbol.index, below);
}

uint32_t
place_after (const struct whereabouts *places, uint32_t place, uint32_t rule)
{
  pds_symbol symbol;
  uint32_t below;
  return lead (places, place, rule, &symbol, &below) ? place_find (places, symbol, below)
                                                     : PLACE_ENDED;
}

/* The place with SYMBOL over BELOW, which is new unless it exists. */
static uint32_t
make (struct whereabouts *places, pds_symbol symbol, uint32_t below)
{
  assert (symbol.index < pds_symbol_count (pds_of (places)) && below != PLACE_WRONG);
  uint32_t *place = pairmap_at (&places->cells, symbol.index, below);
  if (*place == PAIRMAP_FREE)
    *place = PLACE_FIRST + places->cells.entries.count - 1;
  return *place;
}

static uint32_t
follow (struct whereabouts *places, uint32_t place, uint32_t rule)
{
  pds_symbol symbol;
  uint32_t below;
  return lead (places, place, rule, &symbol, &below) ? make (places, symbol, below)
                                                     : PLACE_ENDED;
}

uint32_t
place_index (const struct whereabouts *places, uint32_t process, uint32_t place)
{
  assert (process < pds_of (places)->processes.count && place != PLACE_NONE);
  return pairmap_get (&places->of[process]->index, place, 0);
}

static void
reach (struct whereabouts *places, struct place_list *list, uint32_t place)
{
  uint32_t *index = pairmap_at (&list->index, place, 0);
  if (*index != PAIRMAP_FREE)
    return;
  *index = list->at.count;
  *vec_push (places->arena, &list->at) = place;
}

static bool
list_places (struct whereabouts *places, struct place_list *list, pds_symbol entry)
{
  assert (list->at.count == 0);
  pairmap_init (&list->index, places->arena);
  reach (places, list, PLACE_ENDED);
  reach (places, list, PLACE_WRONG);
  reach (places, list, make (places, entry, PLACE_ENDED));
  for (uint32_t i = PLACE_FIRST; i < list->at.count && i < PLACES_LIMIT; i++)
    {
      uint32_t place = list->at.at[i];
      struct pds_range rules
        = pds_rules_of (pds_of (places), place_symbol (places, place));
      quota_tick (places->arena->quota);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        reach (places, list, follow (places, place, r));
    }
  return list->at.count <= PLACES_LIMIT;
}

bool
places_init (struct whereabouts *places, const struct ir_projection *lowering,
             struct arena *arena)
{
  const struct pds *pds = &lowering->pds;
  *places = (struct whereabouts){ .lowering = lowering, .arena = arena };
  pairmap_init (&places->cells, arena);
  uint32_t bodies = lowering->flow->bodies.count;
  places->lists = arena_calloc (arena, bodies + (size_t) 1, sizeof *places->lists);
  places->of
    = arena_calloc (arena, pds->processes.count + (size_t) 1, sizeof *places->of);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      assert (process->body.index < bodies);
      places->of[p] = &places->lists[process->body.index];
      if (places->of[p]->at.count == 0
          && !list_places (places, places->of[p], process->entry))
        return false;
    }
  return true;
}
