/* step_cost.c -- see step_cost.h.  Both tables are least fixpoints, by a worklist over
   the rules read backwards. */
#include <config.h>

#include "witness/step_cost.h"

#include <assert.h>
#include <string.h>

#include "engine/run.h"

#define STEP_COST_UNKNOWN (UINT32_MAX - 1)

/* Sums stay below the two special values: they are cut off at half of the range. */
static uint32_t
add (uint32_t a, uint32_t b)
{
  if (a == STEP_COST_NEVER || b == STEP_COST_NEVER)
    return STEP_COST_NEVER;
  uint64_t sum = (uint64_t) a + b;
  return sum >= UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t) sum;
}

static void
lower_to (struct tolls *t, uint32_t *table, uint32_t symbol, uint32_t toll)
{
  if (toll >= table[symbol])
    return;
  table[symbol] = toll;
  if (!t->queued[symbol])
    {
      t->queued[symbol] = true;
      *vec_push (t->arena, &t->queue) = symbol;
    }
}

/* The cost of SYMBOL in TABLE has been lowered: lower those of symbols before it. */
static void
propagate (struct tolls *t, uint32_t *table, uint32_t symbol)
{
  const struct pds *pds = t->survey->pds;
  bool leaving = table == t->leave;
  assert (table[symbol] < STEP_COST_UNKNOWN);
  for (uint32_t i = t->survey->first_back[symbol]; i < t->survey->first_back[symbol + 1];
       i++)
    {
      const struct survey_back *back = &t->survey->back[i];
      const struct pds_rule *rule = &pds->rules.at[back->rule];
      uint32_t toll = add (rule_is_visible (rule), table[symbol]);
      if (back->way == SURVEY_UNDER)
        toll = add (toll, t->leave[rule->to.index]);
      else if (back->way == SURVEY_CALLEE && leaving)
        toll = add (toll, t->leave[rule->under.index]);
      lower_to (t, table, back->from.index, toll);
    }
}

static void
settle (struct tolls *t, uint32_t *table)
{
  for (uint32_t head = 0; head < t->queue.count; head++)
    {
      uint32_t symbol = t->queue.at[head];
      assert (t->queued[symbol]);
      t->queued[symbol] = false;
      propagate (t, table, symbol);
    }
  t->queue.count = 0;
}

static uint32_t *
new_table (struct tolls *t, uint32_t symbols)
{
  uint32_t *table = arena_alloc (t->arena, symbols * sizeof *table + 1);
  memset (table, 0xFF, symbols * sizeof *table);
  return table;
}

/* Can RULE, of SYMBOL, make STEP? */
static bool
makes (const struct tolls *t, pds_symbol symbol, const struct pds_rule *rule,
       uint32_t step)
{
  const struct pds_action_info *action = &t->survey->pds->actions.at[rule->action.index];
  const struct pa_automaton *automaton = t->instance->automaton;
  thread_id thread = automaton->steps.at[step].thread;
  if (automaton->together > 1 && step >= automaton->steps.count - automaton->together)
    return pa_instance_poised (t->instance, thread, action,
                               t->survey->held[symbol.index]);
  return pa_instance_moves (t->instance, step, thread, action).step;
}

#define NO_STEP UINT32_MAX

/* Compute the costs to STEP within a procedure; NO_STEP: to its return. */
static void
fill_table (struct tolls *t, uint32_t *table, uint32_t step)
{
  const struct pds *pds = t->survey->pds;
  assert (t->queue.count == 0);
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (step == NO_STEP ? pds_rule_is_return (&pds->rules.at[r])
                            : makes (t, (pds_symbol){ s }, &pds->rules.at[r], step))
          lower_to (t, table, s, 1);
    }
  settle (t, table);
}

bool
tolls_init (struct tolls *tolls, const struct survey *survey,
            const struct pa_instance *instance, struct stacks *stacks,
            struct arena *arena)
{
  static_assert (STEP_COST_NEVER == UINT32_MAX, "tables are filled with bytes");
  uint32_t symbols = pds_symbol_count (survey->pds);
  uint32_t steps = instance->automaton->steps.count;
  *tolls = (struct tolls){
    .survey = survey, .instance = instance, .stacks = stacks, .arena = arena
  };
  if (symbols > STEP_COST_SYMBOLS)
    return false;
  tolls->queued = arena_calloc (arena, symbols + (size_t) 1, sizeof *tolls->queued);
  tolls->rest = arena_calloc (arena, steps, sizeof *tolls->rest);
  tolls->make = arena_alloc (arena, steps * sizeof *tolls->make);
  tolls->leave = new_table (tolls, symbols);
  fill_table (tolls, tolls->leave, NO_STEP);
  for (uint32_t k = 0; k < steps; k++)
    {
      tolls->make[k] = new_table (tolls, symbols);
      fill_table (tolls, tolls->make[k], k);
    }
  return true;
}

/* Computed bottom up, from the lowest stack whose cost is not known. */
uint32_t
tolls_rest (struct tolls *tolls, uint32_t step, pds_stack stack)
{
  assert (step < tolls->instance->automaton->steps.count);
  while (tolls->rest[step].by_stack.count <= stack.index)
    *vec_push (tolls->arena, &tolls->rest[step].by_stack) = STEP_COST_UNKNOWN;
  uint32_t *known = tolls->rest[step].by_stack.at;
  known[PDS_EMPTY_STACK.index] = STEP_COST_NEVER;
  tolls->queue.count = 0;
  for (pds_stack s = stack; known[s.index] == STEP_COST_UNKNOWN;
       s = stacks_below (tolls->stacks, s))
    *vec_push (tolls->arena, &tolls->queue) = s.index;
  while (tolls->queue.count > 0)
    {
      pds_stack s = { tolls->queue.at[--tolls->queue.count] };
      pds_symbol top = stacks_top (tolls->stacks, s);
      uint32_t now = tolls->make[step][top.index];
      uint32_t below = known[stacks_below (tolls->stacks, s).index];
      assert (below != STEP_COST_UNKNOWN);
      uint32_t later = add (tolls->leave[top.index], below);
      known[s.index] = now < later ? now : later;
    }
  assert (known[stack.index] != STEP_COST_UNKNOWN);
  return known[stack.index];
}
