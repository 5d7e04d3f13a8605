/* ir.c -- see ir.h. */
#include <config.h>

#include "ir/ir.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/scc.h"

struct span
ir_step_span (const struct ir *flow, uint32_t node)
{
  assert (node < flow->nodes.count);
  const struct source *source = flow->model->source;
  uint32_t begin = flow->nodes.at[node].offset, end = begin;
  if (source->length == 0) /* there is no text */
    return (struct span){ 0, 0 };
  assert (begin <= source->length);
  bool quoted = false;
  while (end < source->length && source->text[end] != '\n'
         && (quoted || !strchr (";@{}()/\r", source->text[end])))
    {
      if (source->text[end] == '\\' && quoted)
        end++;
      else if (source->text[end] == '"')
        quoted = !quoted;
      end++;
    }
  while (end > begin && (source->text[end - 1] == ' ' || source->text[end - 1] == '\t'))
    end--;
  return (struct span){ begin, end > begin ? end : begin + 1 };
}

const struct ir_step *
ir_plain_steps (const struct ir *ir, struct arena *arena)
{
  if (!ir->has_values)
    return ir->nodes.at;
  struct ir_step *steps = arena_alloc (arena, ir->nodes.count * sizeof *steps);
  assert (ir->nodes.count > 0);
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    {
      struct ir_step none = IR_STEP_NONE, *step = &steps[n];
      *step = ir->nodes.at[n];
      step->op = ir_plain_op (&ir->nodes.at[n]);
      step->slot = none.slot;
      step->expr = none.expr;
      step->index = none.index;
      step->argument_count = none.argument_count;
      step->claim = none.claim;
      step->wrong = none.wrong;
    }
  return steps;
}

void
ir_forget (struct ir *ir, field_id field)
{
  assert (ir->may_forget && !ir->model->fields.at[field.index].is_volatile);
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    {
      const struct ir_step *read = &ir->nodes.at[n];
      if (read->op != IR_READ || read->slot == IR_NO_SLOT
          || !field_equal (ir_step_field (read), field))
        continue;
      struct ir_step *after = &ir->nodes.at[ir->edges.at[read->first_edge]];
      assert ((after->op == IR_SKIP && after->edge_count == 1) || after->op == IR_ANY);
      after->op = IR_ANY;
      after->slot = read->slot;
    }
}

bool
ir_hides_locks (const struct ir *flow)
{
  assert (flow->model);
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    if (flow->nodes.at[n].op == IR_ACQUIRE_AT && ir_is_open (&flow->nodes.at[n]))
      return true;
  return false;
}

bool
ir_expr_has (const struct ir *flow, uint32_t expr, enum ir_expr_op op, uint32_t place)
{
  assert (op == IR_SLOT || op == IR_FIELD);
  if (expr == IR_NO_EXPR)
    return false;
  const struct ir_expr *e = &flow->exprs.at[expr];
  bool has = e->op == op && (place == IR_ANYWHERE || e->place == place);
  for (uint32_t i = 0; i < ir_operand_count (e) && !has; i++)
    has = ir_expr_has (flow, e->operands[i], op, place);
  return has;
}

static void
add_slots (const struct ir *flow, uint32_t expr, uint32_t first, uint64_t *set)
{
  if (expr == IR_NO_EXPR)
    return;
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  if (e->op == IR_SLOT)
    bits_add (set, first + e->place);
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    add_slots (flow, e->operands[i], first, set);
}

void
ir_step_add_reads (const struct ir *flow, const struct ir_step *step, uint32_t first,
                   uint64_t *set)
{
  add_slots (flow, step->expr, first, set);
  add_slots (flow, step->index, first, set);
  for (uint32_t i = 0; i < step->argument_count; i++)
    add_slots (flow, flow->arguments.at[step->first_argument + i], first, set);
  assert (step->slot != IR_NO_SLOT || step->op != IR_RELEASE_AT);
  if (step->op == IR_RELEASE_AT)
    bits_add (set, first + step->slot);
}

uint32_t
ir_nodes_next (const void *graph, uint32_t node, uint32_t *position)
{
  const struct ir_nodes *nodes = graph;
  assert (node < nodes->body->node_count);
  const struct ir_step *step = &nodes->flow->nodes.at[nodes->body->first_node + node];
  if (*position == step->edge_count)
    return SCC_NONE;
  uint32_t next = nodes->flow->edges.at[step->first_edge + (*position)++];
  assert (next - nodes->body->first_node < nodes->body->node_count);
  return next - nodes->body->first_node;
}

bool
ir_is_action (const struct ir_step *step)
{
  switch ((unsigned) step->op)
    {
    case IR_ACQUIRE:
    case IR_RELEASE:
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
    case IR_READ:
    case IR_WRITE:
    case IR_WAKE:
    case IR_FINISH:
    case IR_START:
    case IR_JOIN:
    case IR_NOTIFY: return true;
    default: return false;
    }
}
