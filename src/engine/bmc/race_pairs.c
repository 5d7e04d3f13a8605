/* race_pairs.c -- see race_pairs.h.  Cost: one walk over the symbols of each process,
 * then quadratic in the accesses to the field. */
#include <config.h>

#include "engine/bmc/race_pairs.h"

#include "base/log.h"

/* With more accesses the pairs are not counted, and the search does not end early. */
#define MOST_ACCESSES 4000

/* An access to the field by a process, at an offset in the text. */
struct access_site
{
  uint32_t process, offset;
  bool writes, atomic;
  idset locks; /* held in any case */
};

struct site_list
{
  const struct unrolling *all;
  VEC (struct access_site) list;
};

/* Add the access to the field, if any, that process number PROCESS makes at SYMBOL. */
static void
visit (struct site_list *sites, pds_symbol symbol, uint32_t process)
{
  const struct unrolling *all = sites->all;
  const struct ir_projection *lowering = all->question->lowering;
  const struct ir_step *node = ir_step_of (lowering, symbol);
  bool accesses
    = ir_is_access (node) && field_equal (ir_step_field (node), all->question->field);
  bool tests
    = node->op == IR_ASSUME && !all->question->without_data
      && ir_expr_has (lowering->flow, node->expr, IR_FIELD, all->question->field.index);
  if (accesses || tests)
    *vec_push (all->arena, &sites->list)
      = (struct access_site){ process, node->offset, accesses && node->op == IR_WRITE,
                              all->has_atomic && ir_is_atomic (lowering, symbol),
                              ir_locks_at (lowering, symbol) };
}

static void
list_sites (struct site_list *sites)
{
  const struct unrolling *all = sites->all;
  const struct pds *pds = &all->question->lowering->pds;
  struct worklist symbols;
  worklist_init (&symbols, pds_symbol_count (pds), all->arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      worklist_restart (&symbols);
      worklist_add (&symbols, pds->processes.at[p].entry.index);
      for (uint32_t symbol; worklist_take (&symbols, &symbol);)
        {
          visit (sites, (pds_symbol){ symbol }, p);
          pds_walk_on (pds, symbol, &symbols);
        }
    }
}

/* The number of the pair of statements at A and B. */
static uint32_t
number_of (struct race_pairs *pairs, uint32_t a, uint32_t b)
{
  uint32_t number = pairmap_number (&pairs->numbers, a < b ? a : b, a < b ? b : a);
  assert (number <= pairs->found.count);
  if (number == pairs->found.count)
    *vec_push (pairs->all->arena, &pairs->found) = false;
  return number;
}

static bool
may_race (const struct unrolling *all, const struct access_site *a,
          const struct access_site *b)
{
  return a->process != b->process && (a->writes || b->writes) && !(a->atomic && b->atomic)
         && unrolling_are_meant (all, a->process, b->process)
         && !idset_meets (all->question->lowering->pds.idsets, a->locks, b->locks);
}

void
race_pairs_init (struct race_pairs *pairs, const struct unrolling *all)
{
  assert (all->question->goal == QUERY_RACE
          && all->processes.count == all->question->lowering->pds.processes.count);
  *pairs = (struct race_pairs){ .all = all };
  pairmap_init (&pairs->numbers, all->arena);
  struct site_list sites = { .all = all };
  list_sites (&sites);
  pairs->counted = sites.list.count <= MOST_ACCESSES;
  for (uint32_t i = 0; i < sites.list.count && pairs->counted; i++)
    for (uint32_t k = 0; k < i; k++)
      if (may_race (all, &sites.list.at[i], &sites.list.at[k]))
        number_of (pairs, sites.list.at[i].offset, sites.list.at[k].offset);
  assert (pairs->counted || pairs->found.count == 0);
  pairs->left = pairs->found.count;
  LOG (1, "%u accesses in %u pairs of statements may race", (unsigned) sites.list.count,
       (unsigned) pairs->left);
}

/* Where the statement of RULE is in the text. */
static uint32_t
offset_of (const struct race_pairs *pairs, uint32_t rule)
{
  const struct ir_projection *lowering = pairs->all->question->lowering;
  const struct pds *pds = &lowering->pds;
  assert (rule < pds->rules.count);
  uint32_t symbol = vec_last_at_most (&pds->first_rule, 0, pds->first_rule.count, rule);
  assert (pds->first_rule.at[symbol] <= rule && rule < pds->first_rule.at[symbol + 1]);
  return ir_step_of (lowering, (pds_symbol){ symbol })->offset;
}

static uint32_t
number_of_hit (struct race_pairs *pairs, const struct unrolled_hit *hit)
{
  assert (hit->race);
  return number_of (pairs, offset_of (pairs, hit->place.rule),
                    offset_of (pairs, hit->other.rule));
}

bool
race_pairs_know (struct race_pairs *pairs, const struct unrolled_hit *hit)
{
  uint32_t number = number_of_hit (pairs, hit); /* a new one moves the list */
  return pairs->found.at[number];
}

void
race_pairs_add (struct race_pairs *pairs, const struct unrolled_hit *hit)
{
  uint32_t before = pairs->found.count, number = number_of_hit (pairs, hit);
  assert (!pairs->found.at[number] && !(pairs->counted && number >= before));
  pairs->found.at[number] = true;
  pairs->left -= number < before && pairs->left > 0;
}

bool
race_pairs_are_all (const struct race_pairs *pairs)
{
  return pairs->counted && pairs->left == 0;
}
