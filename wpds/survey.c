/* survey.c -- see survey.h. */
#include <config.h>

#include "survey.h"

#include <assert.h>
#include <string.h>

/* ---- Rules backwards. ---- */

/* One more for every symbol that RULE leads to. */
static void
count_targets (const struct pds_rule *rule, uint32_t *count)
{
  if (pds_rule_is_return (rule))
    return;
  count[rule->to.index]++;
  if (pds_rule_is_call (rule))
    count[rule->under.index]++;
}

static void
turn_rules (struct survey *survey)
{
  const struct pds *pds = survey->pds;
  uint32_t symbols = pds_symbol_count (pds);
  uint32_t *next = arena_calloc (survey->arena, symbols + (size_t) 1, sizeof *next);
  for (uint32_t r = 0; r < pds->rules.count; r++)
    count_targets (&pds->rules.at[r], next);
  survey->first_back
    = arena_alloc (survey->arena, (symbols + (size_t) 1) * sizeof *next);
  uint32_t total = 0;
  for (uint32_t s = 0; s <= symbols; s++)
    {
      uint32_t count = s < symbols ? next[s] : 0;
      survey->first_back[s] = next[s] = total;
      total += count;
    }
  survey->back = arena_alloc (survey->arena, total * sizeof *survey->back + 1);
  for (uint32_t s = 0; s < symbols; s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          bool call = pds_rule_is_call (rule);
          if (pds_rule_is_return (rule))
            continue;
          survey->back[next[rule->to.index]++]
            = (struct survey_back){ { s }, call ? SURVEY_CALLEE : SURVEY_STEP, r };
          if (call)
            survey->back[next[rule->under.index]++]
              = (struct survey_back){ { s }, SURVEY_UNDER, r };
        }
    }
}

/* ---- Which procedures return? ----
 *
 *   s ->            s returns
 *   s -> t          s returns if t does
 *   s -> e u        s returns if e and u do
 */

struct work
{
  struct arena *arena;
  VEC (uint32_t) symbols;
};

static void
set_returns (struct survey *survey, struct work *work, uint32_t symbol)
{
  if (survey->returns[symbol])
    return;
  survey->returns[symbol] = true;
  *vec_push (work->arena, &work->symbols) = symbol;
}

static void
find_returns (struct survey *survey, struct work *work)
{
  const struct pds *pds = survey->pds;
  uint32_t symbols = pds_symbol_count (pds);
  survey->returns = arena_calloc (survey->arena, symbols + (size_t) 1, sizeof (bool));
  work->symbols.count = 0;
  for (uint32_t s = 0; s < symbols; s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (pds_rule_is_return (&pds->rules.at[r]))
          set_returns (survey, work, s);
    }
  while (work->symbols.count > 0)
    {
      uint32_t t = work->symbols.at[--work->symbols.count];
      for (uint32_t b = survey->first_back[t]; b < survey->first_back[t + 1]; b++)
        {
          const struct survey_back *back = &survey->back[b];
          const struct pds_rule *rule = &pds->rules.at[back->rule];
          if (back->way == SURVEY_STEP
              || (survey->returns[rule->to.index]
                  && survey->returns[rule->under.index]))
            set_returns (survey, work, back->from.index);
        }
    }
}

/* ---- What is held, and what is reachable. ---- */

/* A walk forward, each symbol once. */
struct walk
{
  struct survey *survey;
  bool *seen;
  struct work *work;
};

static void
enter (struct walk *walk, pds_symbol symbol, idset held)
{
  struct survey *survey = walk->survey;
  if (walk->seen[symbol.index])
    {
      assert (idset_equal (survey->held[symbol.index], held));
      return;
    }
  walk->seen[symbol.index] = true;
  survey->held[symbol.index] = held;
  *vec_push (walk->work->arena, &walk->work->symbols) = symbol.index;
}

static idset
held_behind (const struct survey *survey, idset held, pds_action id)
{
  const struct pds_action_info *action = &survey->pds->actions.at[id.index];
  struct idsets *idsets = survey->pds->idsets;
  if (action->op == PDS_ACQUIRE)
    return idset_add (idsets, held, action->object);
  if (action->op == PDS_RELEASE)
    return idset_minus (idsets, held,
                        idset_add (idsets, IDSET_EMPTY, action->object));
  return held;
}

static void
walk_from (struct walk *walk, pds_symbol entry)
{
  struct survey *survey = walk->survey;
  const struct pds *pds = survey->pds;
  walk->work->symbols.count = 0;
  enter (walk, entry, IDSET_EMPTY);
  while (walk->work->symbols.count > 0)
    {
      pds_symbol s = { walk->work->symbols.at[--walk->work->symbols.count] };
      idset held = survey->held[s.index];
      struct pds_range rules = pds_rules_of (pds, s);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          if (pds_rule_is_return (rule))
            continue;
          enter (walk, rule->to, held_behind (survey, held, rule->action));
          if (pds_rule_is_call (rule) && survey->returns[rule->to.index])
            enter (walk, rule->under, held);
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
  struct work work = { arena, VEC_EMPTY };
  turn_rules (survey);
  find_returns (survey, &work);
  survey->held = arena_calloc (arena, symbols + (size_t) 1, sizeof *survey->held);
  struct walk walk = { survey, NULL, &work };
  walk.seen = arena_calloc (arena, symbols + (size_t) 1, sizeof *walk.seen);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      if (!walk.seen[process->entry.index])
        walk_from (&walk, process->entry);
      if (survey->bodies <= process->body)
        survey->bodies = process->body + 1;
    }
  survey->body = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *survey->body);
}

const struct survey_body *
survey_reach (struct survey *survey, uint32_t body, pds_symbol entry)
{
  assert (body < survey->bodies);
  struct survey_body *found = &survey->body[body];
  if (found->known)
    return found;
  uint32_t symbols = pds_symbol_count (survey->pds);
  struct work work = { survey->arena, VEC_EMPTY };
  struct walk walk = { survey, NULL, &work };
  walk.seen = arena_calloc (survey->arena, symbols + (size_t) 1, sizeof *walk.seen);
  walk_from (&walk, entry);
  for (uint32_t s = 0; s < symbols; s++)
    if (walk.seen[s])
      *vec_push (survey->arena, &found->symbols) = (pds_symbol){ s };
  found->known = true;
  return found;
}
