/* balance.c -- see balance.h.  Cost: linear in the rules, plus the number of loops times
 * the longest period. */
#include <config.h>

#include "engine/bmc/paper/balance.h"

#include "base/log.h"
#include "base/scc.h"

/* The most idle steps after one rule, and the longest period. */
#define MOST_IDLE 64
/* Levels are cut off here: nested calls make them exponential. */
#define HIGHEST ((uint32_t) 1 << 30)
#define UNKNOWN UINT32_MAX

/* A loop: the rule that closes it, at which symbol, and how long it is. */
struct cycle
{
  uint32_t from, rule, length;
};

struct balance
{
  const struct ir_projection *lowering;
  const struct pds *pds;
  struct arena *arena;
  uint32_t *level;        /* by symbol: from the entry of its instance, or UNKNOWN */
  bool *open;             /* by symbol: it is on the stack of the walk */
  uint32_t *length;       /* by instance: the level of its returns */
  pds_symbol *entry;      /* by instance; PDS_NO_SYMBOL: nobody calls it */
  VEC (pds_symbol) order; /* the symbols of one instance in postorder */
  VEC (struct cycle) cycles;
  bool *closes;   /* by rule: a loop */
  uint32_t *idle; /* by rule */
};

/* An entry of the stack of the walk: a symbol, and which of its rules comes next. */
struct balance_visit
{
  uint32_t at;   /* symbol */
  uint32_t next; /* rule */
};

static uint32_t
instance_of (const struct balance *b, pds_symbol symbol)
{
  return (uint32_t) (ir_instance_of (b->lowering, symbol) - b->lowering->instances.at);
}

/* The rules of all symbols of instance NUMBER. */
static struct pds_range
rules_of_instance (const struct balance *b, uint32_t number)
{
  const struct ir_projection *lowering = b->lowering;
  assert (number < lowering->instances.count);
  uint32_t end = number + 1 < lowering->instances.count
                   ? lowering->instances.at[number + 1].first_symbol
                   : pds_symbol_count (b->pds);
  return (
    struct pds_range){ b->pds->first_rule.at[lowering->instances.at[number].first_symbol],
                       b->pds->first_rule.at[end] };
}

/* How many steps RULE takes; a call includes those of its callee. */
static uint32_t
duration (const struct balance *b, const struct pds_rule *rule)
{
  assert (!pds_rule_is_return (rule));
  if (!pds_rule_is_call (rule))
    return 1;
  uint32_t callee = b->length[instance_of (b, rule->to)];
  return callee == UNKNOWN ? 2 : callee + 2;
}

/* Where RULE leads in its own instance. */
static pds_symbol
target_of (const struct pds_rule *rule)
{
  return pds_rule_is_call (rule) ? rule->under : rule->to;
}

/* ---- Levels. ---- */

/* Depth-first search from ENTRY: find the postorder, and the rules that close loops. */
static void
order_symbols (struct balance *b, pds_symbol entry)
{
  VEC (struct balance_visit) visits = VEC_EMPTY;
  assert (b->level[entry.index] == UNKNOWN);
  b->order.count = 0;
  *vec_push (b->arena, &visits)
    = (struct balance_visit){ entry.index, b->pds->first_rule.at[entry.index] };
  b->level[entry.index] = 0;
  b->open[entry.index] = true;
  while (visits.count > 0)
    {
      struct balance_visit *visit = &visits.at[visits.count - 1];
      if (visit->next == b->pds->first_rule.at[visit->at + 1])
        {
          b->open[visit->at] = false;
          *vec_push (b->arena, &b->order) = (pds_symbol){ visit->at };
          visits.count--;
          continue;
        }
      uint32_t rule = visit->next++;
      pds_symbol to = target_of (&b->pds->rules.at[rule]);
      if (to.index == PDS_NO_SYMBOL.index)
        continue;
      if (b->open[to.index])
        {
          b->closes[rule] = true;
          *vec_push (b->arena, &b->cycles) = (struct cycle){ visit->at, rule, 0 };
        }
      else if (b->level[to.index] == UNKNOWN)
        {
          b->level[to.index] = 0;
          b->open[to.index] = true;
          *vec_push (b->arena, &visits)
            = (struct balance_visit){ to.index, b->pds->first_rule.at[to.index] };
        }
    }
}

/* Compute the levels of the symbols of instance NUMBER and of its returns.  Those of its
   callees are known, but for recursive calls. */
static void
find_levels (struct balance *b, uint32_t number)
{
  uint32_t returns = 0;
  assert (b->length[number] == UNKNOWN);
  order_symbols (b, b->entry[number]);
  for (uint32_t i = b->order.count; i > 0; i--)
    {
      pds_symbol symbol = b->order.at[i - 1];
      uint32_t level = b->level[symbol.index];
      struct pds_range rules = pds_rules_of (b->pds, symbol);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &b->pds->rules.at[r];
          pds_symbol to = target_of (rule);
          if (to.index == PDS_NO_SYMBOL.index)
            returns = level > returns ? level : returns;
          else if (!b->closes[r])
            {
              uint32_t after = level + duration (b, rule);
              after = after > HIGHEST ? HIGHEST : after;
              if (after > b->level[to.index])
                b->level[to.index] = after;
            }
        }
    }
  assert (returns <= HIGHEST + 1);
  b->length[number] = returns;
  for (uint32_t i = 0; i < b->order.count; i++)
    if (pds_rule_is_return (
          &b->pds->rules.at[b->pds->first_rule.at[b->order.at[i].index]]))
      b->level[b->order.at[i].index] = returns;
}

/* ---- Instances, those that are called first. ---- */

static void
note_entry (struct balance *b, pds_symbol symbol)
{
  assert (symbol.index < pds_symbol_count (b->pds));
  pds_symbol *entry = &b->entry[instance_of (b, symbol)];
  assert (entry->index == PDS_NO_SYMBOL.index || entry->index == symbol.index);
  *entry = symbol;
}

static void
find_entries (struct balance *b)
{
  for (uint32_t i = 0; i < b->lowering->instances.count; i++)
    b->entry[i] = PDS_NO_SYMBOL;
  for (uint32_t p = 0; p < b->pds->processes.count; p++)
    note_entry (b, b->pds->processes.at[p].entry);
  for (uint32_t r = 0; r < b->pds->rules.count; r++)
    if (pds_rule_is_call (&b->pds->rules.at[r]))
      note_entry (b, b->pds->rules.at[r].to);
}

/* The next instance that instance NUMBER calls, for the search for components. */
static uint32_t
next_callee (const void *graph, uint32_t number, uint32_t *position)
{
  const struct balance *b = graph;
  struct pds_range rules = rules_of_instance (b, number);
  while (rules.begin + *position < rules.end)
    {
      const struct pds_rule *rule = &b->pds->rules.at[rules.begin + (*position)++];
      if (pds_rule_is_call (rule))
        return instance_of (b, rule->to);
    }
  return SCC_NONE;
}

/* The levels of all instances that are called, callees first. */
static void
visit_instances (struct balance *b)
{
  uint32_t instances = b->lowering->instances.count;
  struct scc walk;
  scc_init (&walk, b->arena, instances, next_callee, b);
  for (uint32_t i = 0; i < instances; i++)
    if (b->entry[i].index != PDS_NO_SYMBOL.index)
      scc_from (&walk, i);
  for (uint32_t i = 0; i < walk.left.count; i++)
    find_levels (b, walk.left.at[i]);
}

/* ---- Idle steps. ---- */

/* Idle on the shorter of two paths that meet. */
static void
balance_paths (struct balance *b)
{
  for (uint32_t s = 0; s < pds_symbol_count (b->pds); s++)
    {
      struct pds_range rules = pds_rules_of (b->pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end && b->level[s] != UNKNOWN; r++)
        {
          const struct pds_rule *rule = &b->pds->rules.at[r];
          pds_symbol to = target_of (rule);
          if (to.index == PDS_NO_SYMBOL.index)
            continue;
          uint64_t after = b->level[s] + (uint64_t) duration (b, rule);
          assert (b->level[to.index] != UNKNOWN);
          if (b->level[to.index] > after && b->level[to.index] - after <= MOST_IDLE)
            b->idle[r] = b->level[to.index] - (uint32_t) after;
        }
    }
}

static uint32_t
padded (uint32_t length, uint32_t period)
{
  assert (period > 0);
  return (length + period - 1) / period * period;
}

/* The largest period that makes loops at most half as long again, on average. */
static uint32_t
find_period (const struct balance *b)
{
  for (uint32_t period = MOST_IDLE; period > 1; period--)
    {
      double growth = 0;
      bool is_one = false;
      for (uint32_t c = 0; c < b->cycles.count; c++)
        {
          uint32_t length = b->cycles.at[c].length;
          growth += (double) padded (length, period) / length;
          is_one |= length == period;
        }
      if (is_one && growth <= 1.5 * b->cycles.count)
        return period;
    }
  return 1;
}

/* Idle at the end of loops, so that each takes a multiple of the period. */
static void
balance_loops (struct balance *b)
{
  for (uint32_t c = 0; c < b->cycles.count; c++)
    {
      struct cycle *cycle = &b->cycles.at[c];
      const struct pds_rule *rule = &b->pds->rules.at[cycle->rule];
      uint32_t after = b->level[cycle->from] + duration (b, rule);
      assert (after > b->level[target_of (rule).index]);
      cycle->length = after - b->level[target_of (rule).index];
    }
  uint32_t period = find_period (b);
  LOG (2, "%u loops, all of a multiple of %u steps", (unsigned) b->cycles.count,
       (unsigned) period);
  for (uint32_t c = 0; c < b->cycles.count; c++)
    {
      const struct cycle *cycle = &b->cycles.at[c];
      assert (b->closes[cycle->rule] && b->idle[cycle->rule] == 0);
      b->idle[cycle->rule] = padded (cycle->length, period) - cycle->length;
      assert (b->idle[cycle->rule] < MOST_IDLE);
    }
}

const uint32_t *
balance_find (const struct ir_projection *lowering, struct arena *arena)
{
  struct balance b = { .lowering = lowering, .pds = &lowering->pds, .arena = arena };
  uint32_t symbols = pds_symbol_count (b.pds), instances = lowering->instances.count;
  b.level = arena_alloc (arena, (symbols + (size_t) 1) * sizeof *b.level);
  b.open = arena_calloc (arena, symbols + (size_t) 1, sizeof *b.open);
  b.length = arena_alloc (arena, (instances + (size_t) 1) * sizeof *b.length);
  b.entry = arena_alloc (arena, (instances + (size_t) 1) * sizeof *b.entry);
  b.idle = arena_calloc (arena, b.pds->rules.count + (size_t) 1, sizeof *b.idle);
  b.closes = arena_calloc (arena, b.pds->rules.count + (size_t) 1, sizeof *b.closes);
  for (uint32_t s = 0; s < symbols; s++)
    b.level[s] = UNKNOWN;
  for (uint32_t i = 0; i < instances; i++)
    b.length[i] = UNKNOWN;
  find_entries (&b);
  visit_instances (&b);
  balance_paths (&b);
  balance_loops (&b);
  return b.idle;
}
