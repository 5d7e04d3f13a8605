/* system.c -- see system.h. */
#include <config.h>

#include "wpds/system.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/pairmap.h"
#include "wpds/order.h"

void
wpds_system_init (struct wpds_system *system, struct arena *arena,
                  const struct wpds_domain *domain, uint32_t states, uint32_t symbols)
{
  assert (symbols < UINT32_MAX / 2);
  memset (system, 0, sizeof *system);
  system->arena = arena;
  system->domain = domain;
  system->states = states;
  system->symbols = symbols;
  uint32_t one = wpds_system_add_weight (system, wpds_one (domain));
  assert (one == WPDS_WEIGHT_ONE);
  (void) one;
}

uint32_t
wpds_system_add_weight (struct wpds_system *system, wpds_weight weight)
{
  assert (!system->first_rule);
  *vec_push (system->arena, &system->weights) = weight;
  return system->weights.count - 1;
}

void
wpds_system_add_rule (struct wpds_system *system, struct wpds_rule rule)
{
  assert (!system->first_rule); /* not finished yet */
  assert (rule.from.index < system->states);
  assert (rule.to.index < system->states);
  assert (rule.read.index < system->symbols);
  assert (wpds_rule_is_pop (&rule) || rule.top.index < system->symbols);
  assert (!wpds_rule_is_push (&rule) || rule.under.index < system->symbols);
  assert (!wpds_rule_is_push (&rule) || !wpds_rule_is_pop (&rule));
  assert (rule.weight < system->weights.count);
  *vec_push (system->arena, &system->rules) = rule;
}

static bool
rules_are_sorted (const struct wpds_system *system)
{
  for (uint32_t r = 1; r < system->rules.count; r++)
    {
      const struct wpds_rule *a = &system->rules.at[r - 1], *b = a + 1;
      if (a->read.index > b->read.index
          || (a->read.index == b->read.index && a->from.index > b->from.index))
        return false;
    }
  return true;
}

/* Turn counts[k + 1], the number of items with key k, into counts[k], the place of
   the first of them. */
static void
add_up (uint32_t *counts, uint32_t keys)
{
  for (uint32_t k = 0; k < keys; k++)
    counts[k + 1] += counts[k];
}

/* A stable counting sort by the number, below KEYS, at offset KEY of a rule. */
static void
sort_by (const struct wpds_rule *rules, struct wpds_rule *sorted, uint32_t count,
         size_t key, uint32_t keys, struct arena *scratch)
{
  uint32_t *place = arena_calloc (scratch, (size_t) keys + 1, sizeof *place);
  for (uint32_t r = 0; r < count; r++)
    place[*(const uint32_t *) ((const char *) &rules[r] + key) + 1]++;
  add_up (place, keys);
  for (uint32_t r = 0; r < count; r++)
    sorted[place[*(const uint32_t *) ((const char *) &rules[r] + key)]++] = rules[r];
}

static void
sort_rules (struct wpds_system *system, struct arena *scratch)
{
  uint32_t count = system->rules.count;
  struct wpds_rule *copy = arena_alloc (scratch, count * sizeof *copy);
  sort_by (system->rules.at, copy, count, offsetof (struct wpds_rule, from),
           system->states, scratch);
  sort_by (copy, system->rules.at, count, offsetof (struct wpds_rule, read),
           system->symbols, scratch);
  assert (rules_are_sorted (system));
}

static int
compare_entries (const void *a, const void *b, void *ranks)
{
  const struct wpds_entry *x = a, *y = b;
  const uint32_t *rank = ranks;
  if (rank[x->symbol.index] != rank[y->symbol.index])
    return rank[x->symbol.index] < rank[y->symbol.index] ? -1 : 1;
  return x->state.index < y->state.index ? -1 : x->state.index > y->state.index;
}

/* Find the entries, number them by the ranks of their symbols, and store in each
   push the number of its own. */
static void
find_entries (struct wpds_system *system, struct arena *scratch,
              const uint32_t *exit_rank)
{
  struct pairmap numbers;
  pairmap_init (&numbers, scratch);
  for (uint32_t r = 0; r < system->rules.count; r++)
    {
      const struct wpds_rule *rule = &system->rules.at[r];
      if (!wpds_rule_is_push (rule))
        continue;
      uint32_t *number = pairmap_at (&numbers, rule->to.index, rule->top.index);
      if (*number != PAIRMAP_FREE)
        continue;
      *number = system->entries.count;
      *vec_push (system->arena, &system->entries)
        = (struct wpds_entry){ rule->to, rule->top, exit_rank[rule->top.index] };
    }
  if (system->entries.count > 1)
    qsort_r (system->entries.at, system->entries.count, sizeof *system->entries.at,
             compare_entries, system->rank);
  for (uint32_t e = 0; e < system->entries.count; e++)
    *pairmap_at (&numbers, system->entries.at[e].state.index,
                 system->entries.at[e].symbol.index)
      = e;
  for (uint32_t r = 0; r < system->rules.count; r++)
    {
      struct wpds_rule *rule = &system->rules.at[r];
      rule->entry = wpds_rule_is_push (rule)
                      ? pairmap_get (&numbers, rule->to.index, rule->top.index)
                      : UINT32_MAX;
    }
}

void
wpds_system_finish (struct wpds_system *system, struct arena *scratch)
{
  assert (!system->first_rule);
  size_t symbols = system->symbols;
  if (!rules_are_sorted (system))
    sort_rules (system, scratch);
  system->first_rule
    = arena_calloc (system->arena, symbols + 1, sizeof *system->first_rule);
  for (uint32_t r = 0; r < system->rules.count; r++)
    system->first_rule[system->rules.at[r].read.index + 1]++;
  add_up (system->first_rule, system->symbols);
  system->rank = arena_alloc (system->arena, symbols * sizeof *system->rank);
  uint32_t *exit_rank = arena_alloc (scratch, symbols * sizeof *exit_rank);
  system->ranks = wpds_order_symbols (system, scratch, system->rank, exit_rank);
  find_entries (system, scratch, exit_rank);
  LOG (2, "%u rules over %u states and %u symbols, %u entries",
       (unsigned) system->rules.count, (unsigned) system->states,
       (unsigned) system->symbols, (unsigned) system->entries.count);
#ifdef EXPENSIVE_CHECKS
  wpds_system_check (system);
#endif
}

void
wpds_system_release (struct wpds_system *system)
{
  for (uint32_t w = 0; w < system->weights.count; w++)
    wpds_release (system->domain, system->weights.at[w]);
  system->weights.count = 0;
}

/* Few rules read one symbol, so searching them for a state beats an index by
   symbol and state, which would be larger than the rules. */
uint32_t
wpds_first_rule (const struct wpds_system *system, wpds_state state, wpds_symbol symbol)
{
  assert (symbol.index < system->symbols);
  assert (state.index < system->states);
  uint32_t low = system->first_rule[symbol.index];
  uint32_t high = system->first_rule[symbol.index + 1];
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (system->rules.at[middle].from.index < state.index)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
wpds_system_check (const struct wpds_system *system)
{
  assert (rules_are_sorted (system));
  assert (system->first_rule[system->symbols] == system->rules.count);
  for (uint32_t r = 0; r < system->rules.count; r++)
    {
      const struct wpds_rule *rule = &system->rules.at[r];
      assert (system->first_rule[rule->read.index] <= r);
      assert (r < system->first_rule[rule->read.index + 1]);
      assert (wpds_rule_is_push (rule) == (rule->entry != UINT32_MAX));
      if (!wpds_rule_is_push (rule))
        continue;
      assert (rule->entry < system->entries.count);
      assert (system->entries.at[rule->entry].state.index == rule->to.index);
      assert (system->entries.at[rule->entry].symbol.index == rule->top.index);
    }
  for (uint32_t s = 0; s < system->symbols; s++)
    assert (system->rank[s] < system->ranks);
  for (uint32_t e = 0; e < system->entries.count; e++)
    assert (system->entries.at[e].exit_rank < system->ranks);
}
