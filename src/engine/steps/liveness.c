/* liveness.c -- see liveness.h. */
#include <config.h>

#include "engine/steps/liveness.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"

struct analysis
{
  struct liveness *out;
  const struct ir *flow;
  struct arena *arena;
  /* For the current body: */
  const struct ir_graph *body;
  uint32_t words;      /* of a set of its slots */
  uint64_t **before;   /* by node of the flow: the slots that are live before it */
  uint64_t *now;       /* buffer for one set */
  VEC (uint32_t) work; /* expressions still to be visited */
  bool found;          /* a field was found to matter */
};

static void
field_matters (struct analysis *a, uint32_t field)
{
  assert (field < a->flow->model->fields.count);
  a->found |= !a->out->matters[field];
  a->out->matters[field] = true;
}

static void
add_slot (struct analysis *a, uint32_t slot)
{
  assert (slot < a->body->slot_count);
  bits_add (a->now, slot);
}

static bool
has_slot (const struct analysis *a, uint32_t slot)
{
  assert (slot < a->body->slot_count);
  return bits_have (a->now, slot);
}

static void
drop_slot (struct analysis *a, uint32_t slot)
{
  assert (slot < a->body->slot_count);
  bits_drop (a->now, slot);
}

/* The value of EXPR is used: its slots become live, and its fields matter. */
static void
use (struct analysis *a, uint32_t expr)
{
  if (expr == IR_NO_EXPR)
    return;
  assert (a->work.count == 0);
  *vec_push (a->arena, &a->work) = expr;
  while (a->work.count > 0)
    {
      const struct ir_expr *e = &a->flow->exprs.at[a->work.at[--a->work.count]];
      if (e->op == IR_SLOT)
        add_slot (a, e->place);
      if (e->op == IR_FIELD)
        field_matters (a, e->place);
      for (uint32_t i = 0; i < ir_operand_count (e); i++)
        *vec_push (a->arena, &a->work) = e->operands[i];
    }
}

/* Change `now' from what is live after NODE to what is live before it. */
static void
transfer (struct analysis *a, uint32_t node, const struct ir_step *step)
{
  assert (node - a->body->first_node < a->body->node_count);
  bool dead = ir_step_sets_slot (step) && !has_slot (a, step->slot);
  bool safe = step->wrong == IR_NO_CLAIM;
  a->out->is_dead[node] = dead;
  if (ir_step_sets_slot (step))
    drop_slot (a, step->slot);
  switch ((unsigned) step->op)
    {
    case IR_SET:
      if (!dead || !safe)
        use (a, step->expr);
      break;
    case IR_READ:
      use (a, step->index);
      if (step->slot != IR_NO_SLOT && !dead)
        field_matters (a, ir_step_field (step).index);
      break;
    case IR_WRITE:
      use (a, step->index);
      if (a->out->matters[ir_step_field (step).index] || !safe)
        use (a, step->expr);
      break;
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT: use (a, step->expr); break;
    case IR_ACQUIRE_AT: use (a, step->index); break;
    case IR_RELEASE_AT: add_slot (a, step->slot); break;
    case IR_CALL:
      for (uint32_t i = 0; i < step->argument_count; i++)
        use (a, a->flow->arguments.at[step->first_argument + i]);
      break;
    default: /* uses and sets no slots */ break;
    }
}

/* Put into `now' what is live after NODE. */
static void
join_after (struct analysis *a, const struct ir_step *node)
{
  memset (a->now, 0, a->words * sizeof *a->now);
  for (uint32_t e = 0; e < node->edge_count; e++)
    for (uint32_t w = 0; w < a->words; w++)
      a->now[w] |= a->before[a->flow->edges.at[node->first_edge + e]][w];
  if (node->op == IR_RETURN && a->body->result < a->body->slot_count)
    add_slot (a, a->body->result);
}

/* One pass through the current body, backwards; true if something changed. */
static bool
pass_body (struct analysis *a)
{
  bool changed = false;
  for (uint32_t i = a->body->node_count; i-- > 0;)
    {
      uint32_t n = a->body->first_node + i;
      const struct ir_step *node = &a->flow->nodes.at[n];
      quota_work (a->arena->quota, 1 + a->words);
      join_after (a, node);
      transfer (a, n, node);
      if (memcmp (a->now, a->before[n], a->words * sizeof *a->now) == 0)
        continue;
      memcpy (a->before[n], a->now, a->words * sizeof *a->now);
      changed = true;
    }
  return changed;
}

static void
enter_body (struct analysis *a, uint32_t body)
{
  assert (body < a->flow->bodies.count);
  a->body = &a->flow->bodies.at[body];
  a->words = (a->body->slot_count + 63) / 64;
}

/* The slots in `now', as a list. */
static struct slot_list
list_slots (struct analysis *a)
{
  struct slot_list list = { a->out->slots.count, 0 };
  for (uint32_t s = 0; s < a->body->slot_count; s++)
    if (has_slot (a, s))
      {
        *vec_push (a->arena, &a->out->slots) = s;
        list.count++;
      }
  return list;
}

static void
list_body (struct analysis *a)
{
  for (uint32_t i = 0; i < a->body->node_count; i++)
    {
      uint32_t n = a->body->first_node + i;
      const struct ir_step *node = &a->flow->nodes.at[n];
      memcpy (a->now, a->before[n], a->words * sizeof *a->now);
      a->out->live[n] = list_slots (a);
      if (node->op != IR_CALL)
        continue;
      join_after (a, node);
      if (node->slot != IR_NO_SLOT)
        drop_slot (a, node->slot);
      a->out->kept[n] = list_slots (a);
    }
}

static void
allocate (struct analysis *a)
{
  uint32_t most = 0;
  for (uint32_t b = 0; b < a->flow->bodies.count; b++)
    {
      enter_body (a, b);
      if (most < a->words)
        most = a->words;
      for (uint32_t i = 0; i < a->body->node_count; i++)
        a->before[a->body->first_node + i]
          = arena_calloc (a->arena, a->words, sizeof **a->before);
    }
  a->now = arena_calloc (a->arena, most + (size_t) 1, sizeof *a->now);
}

void
liveness_init (struct liveness *liveness, const struct ir *flow, struct arena *arena)
{
  size_t nodes = flow->nodes.count, fields = flow->model->fields.count;
  *liveness = (struct liveness){ .slots = VEC_EMPTY };
  liveness->matters = arena_calloc (arena, fields + 1, sizeof *liveness->matters);
  liveness->live = arena_calloc (arena, nodes, sizeof *liveness->live);
  liveness->kept = arena_calloc (arena, nodes, sizeof *liveness->kept);
  liveness->is_dead = arena_calloc (arena, nodes, sizeof *liveness->is_dead);
  struct analysis a = { .out = liveness, .flow = flow, .arena = arena };
  a.before = arena_calloc (arena, nodes, sizeof *a.before);
  allocate (&a);
  for (uint32_t f = 0; flow->exclusive && f < fields; f++)
    use (&a, flow->exclusive[f]);
  /* A field that matters makes more slots live, and these other fields. */
  for (bool changed = true; changed;)
    {
      changed = a.found = false;
      for (uint32_t b = 0; b < flow->bodies.count; b++)
        {
          enter_body (&a, b);
          while (pass_body (&a))
            changed = true;
        }
      changed |= a.found;
    }
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    {
      enter_body (&a, b);
      list_body (&a);
    }
}
