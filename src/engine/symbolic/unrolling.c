/* unrolling.c -- see unrolling.h. */
#include <config.h>

#include "engine/symbolic/unrolling.h"

#include <string.h>

void
unrolling_init (struct unrolling *all, const struct question *question,
                struct arena *arena)
{
  assert (question->lowering && arena);
  const struct ir_projection *lowering = question->lowering;
  *all = (struct unrolling){ .question = question, .arena = arena };
  aig_init (&all->aig, arena);
  uint32_t steps
    = question->goal == QUERY_PATTERN ? question->instance->automaton->steps.count : 0;
  bool waits = question->goal == QUERY_STUCK && lowering->flow->has_waits;
  layout_init (&all->layout, lowering, !question->without_data, waits, steps, arena);
  all->table = question->without_data ? ir_plain_steps (lowering->flow, arena)
                                      : lowering->flow->nodes.at;
  for (uint32_t n = 0; n < lowering->flow->nodes.count; n++)
    all->has_atomic |= lowering->flow->nodes.at[n].atomic && !question->without_data;
}

struct unrolled *
unrolling_add (struct unrolling *all)
{
  const struct question *question = all->question;
  uint32_t p = all->processes.count;
  assert (p < question->lowering->pds.processes.count);
  struct unrolled *u = vec_push (all->arena, &all->processes);
  *u = (struct unrolled){ .all = all,
                          .number = p,
                          .process = { p },
                          .thread = THREAD_NONE,
                          .token = AIG_TRUE,
                          .scheduled = AIG_TRUE,
                          .midst = AIG_FALSE };
  for (uint32_t t = 0; t < question->threads; t++)
    if (process_equal (question->processes[t], u->process))
      u->thread = (thread_id){ t };
  stacks_init (&u->stacks, all->arena);
  pairmap_init (&u->slot_numbers, all->arena);
  *vec_push (all->arena, &u->places) = (struct unrolled_place){
    .stack = stacks_push (&u->stacks, question->lowering->pds.processes.at[p].entry,
                          PDS_EMPTY_STACK),
    .here = AIG_TRUE,
    .first = true
  };
  return u;
}

pds_stack
unrolled_follow (struct unrolled *u, pds_stack stack, uint32_t rule)
{
  const struct pds *pds = &u->all->question->lowering->pds;
  assert (rule < pds->rules.count);
  const struct pds_rule *r = &pds->rules.at[rule];
  pds_stack below = stacks_below (&u->stacks, stack);
  if (pds_rule_is_call (r))
    return stacks_push (&u->stacks, r->to,
                        stacks_push (&u->stacks, stacks_top (&u->stacks, stack), below));
  if (!pds_rule_is_return (r))
    return stacks_push (&u->stacks, r->to, below);
  if (stack_is_empty (below))
    return PDS_EMPTY_STACK;
  struct pds_range call = pds_rules_of (pds, stacks_top (&u->stacks, below));
  return stacks_push (&u->stacks, pds->rules.at[call.begin].under,
                      stacks_below (&u->stacks, below));
}

bool
unrolling_are_meant (const struct unrolling *all, uint32_t p, uint32_t q)
{
  process_id both[2] = { { p }, { q } };
  assert (p != q);
  return process_filter_mean (all->question->only, both, 2, all->processes.count);
}

aig_lit
unrolling_is_race (struct unrolling *all, const struct unrolled_access *a,
                   const struct unrolled_access *b)
{
  struct aig *aig = &all->aig;
  assert (field_equal (a->field, b->field));
  if ((!a->writes && !b->writes) || (a->atomic && b->atomic))
    return AIG_FALSE;
  aig_lit both = aig_and (aig, a->when, b->when);
  if (!a->index.width || !b->index.width)
    return both;
  uint32_t width = a->index.width > b->index.width ? a->index.width : b->index.width;
  return aig_and (aig, both,
                  bits_equal (aig, bits_extend (aig, a->index, width),
                              bits_extend (aig, b->index, width)));
}

struct bits *
unrolling_copy_shared (const struct unrolling *all, const struct bits *shared)
{
  uint32_t count = all->layout.width.count;
  struct bits *copy = arena_alloc (all->arena, (count + (size_t) 1) * sizeof *copy);
  memcpy (copy, shared, count * sizeof *copy);
  return copy;
}
