/* life_cycles.c -- see life_cycles.h. */
#include <config.h>

#include "ask/life_cycles.h"

#include <assert.h>

#include "base/log.h"

/* ---- Can a statement be executed twice? ----
 *
 * Let B be the symbols from which PLACE can be reached, through calls that are entered or
 * passed.  A second visit comes from a symbol of B that PLACE leads to: round a loop or
 * by recursion, and then PLACE is reached from itself; or after its procedure has
 * returned, and then some call whose callee is in B returns to a symbol of B.
 */

static bool
may_repeat (const struct survey *survey, pds_symbol place, struct worklist *before)
{
  assert (place.index < pds_symbol_count (survey->pds));
  const struct pds *pds = survey->pds;
  bool again = false; /* PLACE was reached from itself */
  worklist_restart (before);
  worklist_add (before, place.index);
  for (uint32_t i = 0; i < before->list.count; i++)
    {
      uint32_t s = before->list.at[i];
      for (uint32_t k = survey->first_back[s]; k < survey->first_back[s + 1]; k++)
        {
          const struct survey_back *back = &survey->back[k];
          const struct pds_rule *rule = &pds->rules.at[back->rule];
          if (back->way == SURVEY_UNDER && !survey->returns[rule->to.index])
            continue;
          again |= back->from.index == place.index;
          worklist_add (before, back->from.index);
        }
    }
  for (uint32_t i = 0; i < before->list.count && !again; i++)
    {
      uint32_t s = before->list.at[i];
      for (uint32_t k = survey->first_back[s]; k < survey->first_back[s + 1]; k++)
        {
          const struct survey_back *back = &survey->back[k];
          again |= back->way == SURVEY_UNDER
                   && worklist_has_met (before, pds->rules.at[back->rule].to.index);
        }
    }
  return again;
}

/* ---- The facts. ---- */

static void
list_orders (struct life_cycles *cycles, struct survey *survey, body_id body,
             struct worklist *symbols)
{
  const struct survey_body *known = &survey->body[body.index];
  assert (known->known);
  for (uint32_t i = 0; i < known->actions.count; i++)
    {
      const struct survey_action *action = &known->actions.at[i];
      const struct pds_action_info *info = &survey->pds->actions.at[action->action];
      if (!pds_action_is_ordering (info))
        continue;
      *vec_push (symbols->arena, &cycles->orders) = (struct life_order){
        body,
        action->action,
        info->op == PDS_START,
        pds_action_processes (info),
        action->count > 1 || may_repeat (survey, known->places[action->first], symbols),
        !idset_is_empty (action->held),
        0
      };
    }
}

/* ---- Which orders come before which. ----
 *
 * An order comes before a place on every path to it iff the place cannot be reached
 * without it.  A call counts as returning if it returns in any context.  This
 * under-approximates: every order found here really precedes the place, but some that do
 * may not be found.
 */

/* Set REACHED to the symbols that can be reached from ENTRY without ACTION. */
static void
find_without (const struct survey *survey, pds_symbol entry, uint32_t action,
              struct worklist *reached)
{
  assert (action < survey->pds->actions.count);
  worklist_restart (reached);
  worklist_add (reached, entry.index);
  for (uint32_t symbol; worklist_take (reached, &symbol);)
    {
      PDS_EACH_RULE (rule, survey->pds, (pds_symbol){ symbol })
        {
          if (pds_rule_is_return (rule)
              || (!pds_rule_is_call (rule) && rule->action.index == action))
            continue;
          worklist_add (reached, rule->to.index);
          if (pds_rule_is_call (rule) && survey->returns[rule->to.index])
            worklist_add (reached, rule->under.index);
        }
    }
}

/* Is none of the places of ACTION in REACHED? */
static bool
is_cut_off (const struct worklist *reached, const struct survey_body *body,
            const struct survey_action *action)
{
  for (uint32_t i = 0; i < action->count; i++)
    if (worklist_has_met (reached, body->places[action->first + i].index))
      return false;
  return true;
}

/* Set `after' of the orders from FIRST on, those of BODY, and `ends_after' of BODY. */
static void
find_before (struct life_cycles *cycles, struct survey *survey, body_id body,
             pds_symbol entry, uint32_t first, struct worklist *symbols)
{
  assert (first <= cycles->orders.count);
  const struct survey_body *known = &survey->body[body.index];
  for (uint32_t a = first; a < cycles->orders.count && a < LIFE_ORDERS_KNOWN; a++)
    {
      find_without (survey, entry, cycles->orders.at[a].action, symbols);
      for (uint32_t k = first; k < cycles->orders.count; k++)
        if (k != a
            && is_cut_off (symbols, known,
                           survey_find_action (known, cycles->orders.at[k].action)))
          cycles->orders.at[k].after |= (uint64_t) 1 << a;
      for (uint32_t i = 0; i < known->actions.count; i++)
        if (survey->pds->actions.at[known->actions.at[i].action].op == PDS_FINISH
            && is_cut_off (symbols, known, &known->actions.at[i]))
          cycles->ends_after[body.index] |= (uint64_t) 1 << a;
    }
}

/* Set `named': number the processes by the sets of orders that name them.  Each set of
   processes is visited once; models have few sets of several processes. */
static void
find_named (struct life_cycles *cycles, struct arena *arena)
{
  const struct pds *pds = cycles->pds;
  uint32_t *named = arena_calloc (arena, pds->processes.count, sizeof *named);
  struct pairmap sets, lists; /* sets seen; (list of sets so far, set) -> list */
  uint32_t seen = 0;
  pairmap_init (&sets, arena);
  pairmap_init (&lists, arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    named[p]
      = pds->processes.at[p].started; /* perhaps by a start that is never reached */
  for (uint32_t k = 0; k < cycles->orders.count; k++)
    {
      idset set = cycles->orders.at[k].processes;
      if (pairmap_number (&sets, set.index, 0) < seen)
        continue;
      seen++;
      IDSET_EACH (p, pds->idsets, set)
        named[p] = 2 + pairmap_number (&lists, named[p], set.index);
    }
  cycles->named = named;
}

void
life_cycles_init (struct life_cycles *cycles, struct survey *survey, struct arena *arena)
{
  const struct pds *pds = survey->pds;
  *cycles = (struct life_cycles){ .pds = pds };
  bool some = false;
  for (uint32_t a = 0; a < pds->actions.count && !some; a++)
    some = pds_action_is_ordering (&pds->actions.at[a]);
  if (!some)
    return;
  bool *listed = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *listed);
  cycles->ends_after
    = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *cycles->ends_after);
  cycles->of_body
    = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *cycles->of_body);
  struct worklist symbols;
  worklist_init (&symbols, pds_symbol_count (pds), arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      body_id body = pds->processes.at[p].body;
      if (listed[body.index])
        continue;
      uint32_t first = cycles->orders.count;
      list_orders (cycles, survey, body, &symbols);
      cycles->of_body[body.index] = (struct life_range){ first, cycles->orders.count };
      find_before (cycles, survey, body, pds->processes.at[p].entry, first, &symbols);
      listed[body.index] = true;
    }
  find_named (cycles, arena);
  LOG (2, "life cycles: %u starts and joins", (unsigned) cycles->orders.count);
}

struct life_range
life_cycles_of (const struct life_cycles *cycles, process_id p)
{
  assert (p.index < cycles->pds->processes.count);
  if (!cycles->of_body)
    return (struct life_range){ 0, 0 };
  return cycles->of_body[cycles->pds->processes.at[p.index].body.index];
}

static bool
may_order (const struct life_cycles *cycles, bool starts, process_id by, process_id whom)
{
  struct life_range own = life_cycles_of (cycles, by);
  assert (whom.index < cycles->pds->processes.count);
  for (uint32_t i = own.begin; i < own.end; i++)
    {
      const struct life_order *order = &cycles->orders.at[i];
      if (order->starts == starts
          && idset_has (cycles->pds->idsets, order->processes, whom.index))
        return true;
    }
  return false;
}

bool
life_cycles_may_start (const struct life_cycles *cycles, process_id by, process_id whom)
{
  return may_order (cycles, true, by, whom);
}

bool
life_cycles_may_join (const struct life_cycles *cycles, process_id by, process_id whom)
{
  return may_order (cycles, false, by, whom);
}

bool
life_cycles_may_join_locked (const struct life_cycles *cycles, process_id by,
                             process_id whom)
{
  struct life_range own = life_cycles_of (cycles, by);
  for (uint32_t i = own.begin; i < own.end; i++)
    {
      const struct life_order *order = &cycles->orders.at[i];
      if (!order->starts && order->locked
          && idset_has (cycles->pds->idsets, order->processes, whom.index))
        return true;
    }
  return false;
}

bool
life_cycles_may_start_locked (const struct life_cycles *cycles, process_id by,
                              idset processes)
{
  struct life_range own = life_cycles_of (cycles, by);
  for (uint32_t i = own.begin; i < own.end; i++)
    {
      const struct life_order *order = &cycles->orders.at[i];
      if (order->starts && order->locked && idset_equal (order->processes, processes))
        return true;
    }
  return false;
}

bool
life_cycles_concern (const struct life_cycles *cycles, process_id p)
{
  assert (p.index < cycles->pds->processes.count);
  const struct pds *pds = cycles->pds;
  if (pds->processes.at[p.index].started)
    return true; /* even if its start is never reached */
  for (uint32_t i = 0; i < cycles->orders.count; i++)
    if (body_equal (cycles->orders.at[i].body, pds->processes.at[p.index].body)
        || idset_has (pds->idsets, cycles->orders.at[i].processes, p.index))
      return true;
  return false;
}

bool
life_cycles_alike (const struct life_cycles *cycles, process_id p, process_id q)
{
  assert (p.index < cycles->pds->processes.count);
  assert (q.index < cycles->pds->processes.count);
  const struct pds_process *table = cycles->pds->processes.at;
  if (!cycles->named)
    return table[p.index].started == table[q.index].started;
  return cycles->named[p.index] == cycles->named[q.index];
}
