/* prefix.c -- see prefix.h.  Cost: linear in the symbols reached and in the path. */
#include <config.h>

#include "witness/prefix.h"

#include <assert.h>
#include <string.h>

#include "wpds/stacks.h"

/* How a symbol was first reached. */
struct arrival
{
  uint32_t rule; /* UINT32_MAX: not yet */
  uint32_t from;
};

struct search
{
  const struct survey *survey;
  const struct pds *pds;
  struct arena *arena;
  struct arrival *arrivals; /* by symbol */
  VEC (uint32_t) queue;
};

static void
reach (struct search *s, uint32_t symbol, uint32_t rule, uint32_t from)
{
  assert (symbol < pds_symbol_count (s->pds));
  if (s->arrivals[symbol].rule != UINT32_MAX)
    return;
  s->arrivals[symbol] = (struct arrival){ rule, from };
  *vec_push (s->arena, &s->queue) = symbol;
}

/* Search breadth first.  The entry counts as reached by a rule that does not exist. */
static void
search_for (struct search *s, pds_symbol entry, pds_symbol target)
{
  reach (s, entry.index, s->pds->rules.count, entry.index);
  for (uint32_t i = 0; i < s->queue.count; i++)
    {
      uint32_t at = s->queue.at[i];
      if (at == target.index)
        return;
      struct pds_range rules = pds_rules_of (s->pds, (pds_symbol){ at });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &s->pds->rules.at[r];
          if (pds_rule_is_return (rule))
            continue;
          reach (s, rule->to.index, r, at);
          if (pds_rule_is_call (rule) && s->survey->returns[rule->to.index])
            reach (s, rule->under.index, r, at);
        }
    }
  assert (false && "the process can reach the target");
}

/* Append the steps from SYMBOL to the return of its procedure. */
static bool
append_return (struct search *s, struct local_path *path, pds_symbol symbol,
               uint32_t limit)
{
  struct stacks stacks;
  stacks_init (&stacks, s->arena);
  pds_stack stack = stacks_push (&stacks, symbol, PDS_EMPTY_STACK);
  while (!stack_is_empty (stack))
    {
      pds_symbol top = stacks_top (&stacks, stack);
      assert (s->survey->returns[top.index]);
      uint32_t rule = s->survey->return_rule[top.index];
      *vec_push (s->arena, &path->steps) = (struct local_step){ rule, false };
      if (path->steps.count > limit)
        return false;
      stack = stacks_follow (&stacks, s->pds, stack, rule);
    }
  return true;
}

bool
prefix_append (struct local_path *path, const struct survey *survey, pds_symbol target,
               uint32_t limit, struct arena *arena)
{
  struct search s = { .survey = survey, .pds = survey->pds, .arena = arena };
  assert (path->steps.count == 0);
  assert (target.index < pds_symbol_count (survey->pds));
  size_t bytes = pds_symbol_count (s.pds) * sizeof *s.arrivals;
  s.arrivals = arena_alloc (arena, bytes + 1);
  memset (s.arrivals, 0xFF, bytes);
  search_for (&s, path->entry, target);
  VEC (uint32_t) symbols = VEC_EMPTY; /* the symbols of the way, the last first */
  for (uint32_t at = target.index; at != path->entry.index; at = s.arrivals[at].from)
    *vec_push (arena, &symbols) = at;
  for (uint32_t i = symbols.count; i-- > 0;)
    {
      uint32_t number = s.arrivals[symbols.at[i]].rule;
      assert (number < s.pds->rules.count);
      const struct pds_rule *rule = &s.pds->rules.at[number];
      *vec_push (arena, &path->steps) = (struct local_step){ number, false };
      bool returns = pds_rule_is_call (rule) && rule->to.index != symbols.at[i];
      assert (!returns || rule->under.index == symbols.at[i]);
      if (path->steps.count > limit
          || (returns && !append_return (&s, path, rule->to, limit)))
        return false;
    }
  return true;
}
