/* survey.c -- see survey.h.
 *
 * Each part is a worklist over symbols, each of which enters it once: linear time.
 */
#include <config.h>

#include "wpds/survey.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

/* ---- Rules backwards. ---- */

static void
turn_rules (struct survey *survey)
{
  const struct pds *pds = survey->pds;
  uint32_t symbols = pds_symbol_count (pds);
  /* A counting sort.  The rules into symbol s are counted at s + 2 and placed from
     s + 1 on, which leaves the place of the first at s. */
  uint32_t *first = arena_calloc (survey->arena, symbols + (size_t) 2, sizeof *first);
  for (uint32_t r = 0; r < pds->rules.count; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      if (!pds_rule_is_return (rule))
        first[rule->to.index + 2]++;
      if (pds_rule_is_call (rule))
        first[rule->under.index + 2]++;
    }
  for (uint32_t s = 0; s <= symbols; s++)
    first[s + 1] += first[s];
  uint32_t total = first[symbols + 1];
  survey->back = arena_alloc (survey->arena, total * sizeof *survey->back);
  for (uint32_t s = 0; s < symbols; s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          bool call = pds_rule_is_call (rule);
          if (pds_rule_is_return (rule))
            continue;
          survey->back[first[rule->to.index + 1]++]
            = (struct survey_back){ { s }, call ? SURVEY_CALLEE : SURVEY_STEP, r };
          if (call)
            survey->back[first[rule->under.index + 1]++]
              = (struct survey_back){ { s }, SURVEY_UNDER, r };
        }
    }
  assert (first[symbols] == total);
  survey->first_back = first;
}

/* ---- Which procedures return? ----
 *
 *   s ->            s returns
 *   s -> t          s returns if t does
 *   s -> e u        s returns if e and u do
 */

static void
set_returns (struct survey *survey, uint32_t symbol, uint32_t rule)
{
  if (survey->returns[symbol])
    return;
  survey->returns[symbol] = true;
  survey->return_rule[symbol] = rule;
  *vec_push (survey->arena, &survey->work) = symbol;
}

static void
find_returns (struct survey *survey)
{
  const struct pds *pds = survey->pds;
  uint32_t symbols = pds_symbol_count (pds);
  survey->returns = arena_calloc (survey->arena, symbols, sizeof (bool));
  survey->return_rule
    = arena_alloc (survey->arena, symbols * sizeof *survey->return_rule);
  for (uint32_t s = 0; s < symbols; s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (pds_rule_is_return (&pds->rules.at[r]))
          set_returns (survey, s, r);
    }
  while (survey->work.count > 0)
    {
      uint32_t t = survey->work.at[--survey->work.count];
      assert (survey->returns[t]);
      for (uint32_t b = survey->first_back[t]; b < survey->first_back[t + 1]; b++)
        {
          const struct survey_back *back = &survey->back[b];
          const struct pds_rule *rule = &pds->rules.at[back->rule];
          if (back->way == SURVEY_STEP
              || (survey->returns[rule->to.index] && survey->returns[rule->under.index]))
            set_returns (survey, back->from.index, back->rule);
        }
    }
}

/* ---- Which locks are held, and which symbols are reachable? ---- */

static bool
is_seen (const struct survey *survey, pds_symbol symbol)
{
  return survey->mark[symbol.index] == survey->last_mark;
}

/* Note that the walk reaches SYMBOL with HELD held; add it to BODY, if not null. */
static void
enter (struct survey *survey, struct survey_body *body, pds_symbol symbol, idset held)
{
  if (is_seen (survey, symbol))
    {
      assert (idset_equal (survey->held[symbol.index], held));
      return;
    }
  survey->mark[symbol.index] = survey->last_mark;
  if (body)
    *vec_push (survey->arena, &body->symbols) = symbol;
  survey->held[symbol.index] = held;
  *vec_push (survey->arena, &survey->work) = symbol.index;
}

/* The locks held after an action. */
static idset
held_after (const struct survey *survey, idset held, pds_action id)
{
  const struct pds_action_info *action = &survey->pds->actions.at[id.index];
  struct idsets *idsets = survey->pds->idsets;
  if (action->op == PDS_ACQUIRE)
    return idset_add (idsets, held, pds_action_lock (action).index);
  if (action->op == PDS_RELEASE)
    return idset_minus (idsets, held,
                        idset_add (idsets, IDSET_EMPTY, pds_action_lock (action).index));
  return held;
}

/* Walk forward from ENTRY over the symbols that this walk has not seen. */
static void
walk_from (struct survey *survey, struct survey_body *body, pds_symbol entry)
{
  const struct pds *pds = survey->pds;
  survey->work.count = 0;
  enter (survey, body, entry, IDSET_EMPTY);
  while (survey->work.count > 0)
    {
      pds_symbol s = { survey->work.at[--survey->work.count] };
      idset held = survey->held[s.index];
      PDS_EACH_RULE (rule, pds, s)
        {
          if (pds_rule_is_return (rule))
            continue;
          enter (survey, body, rule->to, held_after (survey, held, rule->action));
          if (pds_rule_is_call (rule) && survey->returns[rule->to.index])
            enter (survey, body, rule->under, held);
        }
    }
}

void
survey_init (struct survey *survey, const struct pds *pds, struct arena *arena)
{
  memset (survey, 0, sizeof *survey);
  survey->pds = pds;
  survey->arena = arena;
  uint32_t symbols = pds_symbol_count (pds);
  turn_rules (survey);
  find_returns (survey);
  survey->held = arena_calloc (arena, symbols, sizeof *survey->held);
  survey->mark = arena_calloc (arena, symbols, sizeof *survey->mark);
  survey->scratch.round_of = arena_calloc (arena, symbols, sizeof (uint32_t));
  survey->scratch.number = arena_calloc (arena, symbols, sizeof (uint32_t));
  size_t actions = pds->actions.count * sizeof *survey->place;
  survey->place = arena_alloc (arena, actions);
  memset (survey->place, 0xFF, actions);
  size_t locks = pds->locks.count * sizeof *survey->acquire;
  survey->acquire = arena_alloc (arena, locks);
  memset (survey->acquire, 0xFF, locks);
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (pds->actions.at[a].op == PDS_ACQUIRE)
      survey->acquire[pds_action_lock (&pds->actions.at[a]).index] = a;
  survey->last_mark++;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      if (!is_seen (survey, process->entry))
        walk_from (survey, NULL, process->entry);
      if (survey->bodies <= process->body.index)
        survey->bodies = process->body.index + 1;
    }
  survey->body = arena_calloc (arena, survey->bodies, sizeof *survey->body);
  LOG (2, "survey: %u symbols, %u rules, %u actions, %u locks, %u processes",
       (unsigned) symbols, (unsigned) pds->rules.count, (unsigned) pds->actions.count,
       (unsigned) pds->locks.count, (unsigned) pds->processes.count);
}

/* ---- What a body does. ---- */

/* Compare symbols or actions of a body, both of which begin with their numbers. */
static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* Order the symbols of the last walk: a few by sorting, many by testing all symbols. */
static void
order_symbols (const struct survey *survey, struct survey_body *body)
{
  uint32_t symbols = pds_symbol_count (survey->pds);
  if (body->symbols.count < symbols / 16)
    {
      qsort (body->symbols.at, body->symbols.count, sizeof *body->symbols.at,
             compare_numbers);
      return;
    }
  uint32_t count = 0;
  for (uint32_t s = 0; s < symbols; s++)
    if (is_seen (survey, (pds_symbol){ s }))
      body->symbols.at[count++] = (pds_symbol){ s };
  assert (count == body->symbols.count);
}

/* Count an occurrence of ACTION with HELD held. */
static void
count_action (struct survey *survey, struct survey_body *body, uint32_t action,
              idset held)
{
  struct idsets *idsets = survey->pds->idsets;
  assert (action < survey->pds->actions.count);
  uint32_t *at = &survey->place[action];
  if (*at == UINT32_MAX)
    {
      *at = body->actions.count;
      *vec_push (survey->arena, &body->actions)
        = (struct survey_action){ .action = action, .held = held, .common = held };
    }
  struct survey_action *known = &body->actions.at[*at];
  known->count++;
  if (!idset_equal (known->held, held))
    known->held = idset_union (idsets, known->held, held);
  if (!idset_equal (known->common, held))
    known->common = idset_common (idsets, known->common, held);
}

/* List the actions of BODY with the numbers of their occurrences. */
static void
list_actions (struct survey *survey, struct survey_body *body)
{
  const struct pds *pds = survey->pds;
  for (uint32_t i = 0; i < body->symbols.count; i++)
    {
      pds_symbol s = body->symbols.at[i];
      struct pds_range rules = pds_rules_of (pds, s);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          uint32_t action = pds->rules.at[r].action.index;
          body->calls |= pds_rule_is_call (&pds->rules.at[r]);
          if (pds->actions.at[action].op != PDS_SKIP)
            count_action (survey, body, action, survey->held[s.index]);
        }
    }
  if (body->actions.count > 1)
    qsort (body->actions.at, body->actions.count, sizeof *body->actions.at,
           compare_numbers);
}

/* List the symbols at which the actions of BODY occur. */
static void
list_places (struct survey *survey, struct survey_body *body)
{
  const struct pds *pds = survey->pds;
  uint32_t total = 0;
  for (uint32_t i = 0; i < body->actions.count; i++)
    {
      struct survey_action *action = &body->actions.at[i];
      const struct pds_action_info *info = &pds->actions.at[action->action];
      action->first = total;
      survey->place[action->action] = total;
      total += action->count;
      if (info->op == PDS_ACQUIRE)
        body->acquires
          = idset_add (pds->idsets, body->acquires, pds_action_lock (info).index);
    }
  body->places = arena_alloc (survey->arena, total * sizeof *body->places);
  for (uint32_t i = 0; i < body->symbols.count; i++)
    {
      pds_symbol s = body->symbols.at[i];
      struct pds_range rules = pds_rules_of (pds, s);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          uint32_t action = pds->rules.at[r].action.index;
          if (pds->actions.at[action].op != PDS_SKIP)
            body->places[survey->place[action]++] = s;
        }
    }
  for (uint32_t i = 0; i < body->actions.count; i++)
    survey->place[body->actions.at[i].action] = UINT32_MAX;
}

const struct survey_body *
survey_reach (struct survey *survey, body_id body, pds_symbol entry)
{
  assert (body.index < survey->bodies);
  struct survey_body *found = &survey->body[body.index];
  if (found->known)
    return found;
  assert (entry.index < pds_symbol_count (survey->pds));
  survey->last_mark++;
  walk_from (survey, found, entry);
  order_symbols (survey, found);
  found->acquires = IDSET_EMPTY;
  list_actions (survey, found);
  list_places (survey, found);
  found->known = true;
  for (uint32_t p = 0; LOGS (2) && p < survey->pds->processes.count; p++)
    if (body_equal (survey->pds->processes.at[p].body, body))
      LOG (2, "process %s: %u symbols, %u actions", survey->pds->processes.at[p].name,
           (unsigned) found->symbols.count, (unsigned) found->actions.count);
  return found;
}

const struct survey_action *
survey_find_action (const struct survey_body *body, uint32_t action)
{
  assert (body->known);
  if (body->actions.count == 0)
    return NULL;
  return bsearch (&action, body->actions.at, body->actions.count,
                  sizeof *body->actions.at, compare_numbers);
}

uint32_t
survey_acquire_of (const struct survey *survey, lock_id lock)
{
  assert (lock.index < survey->pds->locks.count);
  return survey->acquire[lock.index];
}
