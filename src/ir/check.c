/* check.c -- do codes keep what ir.h promises?  An expensive check. */
#include <config.h>

#include "ir/ir.h"

#include <assert.h>

#ifdef EXPENSIVE_CHECKS

/* Check EXPR, with the slots of BODY, or of none if it is null. */
static void
check_expr (const struct ir *flow, const struct ir_graph *body, uint32_t expr,
            bool over_fields)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  uint32_t operands = 0;
  assert (e->type.width > 0 && e->type.width <= 64 && (!e->type.is_bool || e->type.width == 1));
  for (uint32_t i = 0; i < 3; i++)
    if (e->operands[i] != IR_NO_EXPR)
      {
        assert (e->operands[i] < expr && operands == i);
        check_expr (flow, body, e->operands[i], over_fields);
        operands++;
      }
  switch (e->op)
    {
    case IR_CONSTANT:
      assert (operands == 0 && ir_cut (e->type, e->value) == e->value);
      break;
    case IR_SELF:
      assert (operands == 0 && !e->type.is_bool);
      break;
    case IR_SLOT:
      assert (operands == 0 && body && e->place < body->slot_count);
      assert (e->type.width == flow->slots.at[body->first_slot + e->place].type.width);
      break;
    case IR_FIELD:
      assert (over_fields && e->place < flow->model->fields.count);
      assert (operands == flow->model->fields.at[e->place].is_array);
      break;
    case IR_OPERATOR:
      assert (e->kind >= EXPR_NEGATE && e->kind <= EXPR_CONDITIONAL);
      assert (operands == (e->kind < EXPR_MULTIPLY ? 1u : e->kind < EXPR_CONDITIONAL ? 2u : 3u));
      break;
    }
}

/* The op of a node with a code, and its edges. */
static void
check_op (const struct ir *flow, const struct ir_step *node)
{
  const struct code *code = &flow->codes.at[node->code];
  static const enum ir_op ops[]
    = { [CODE_SET] = IR_SKIP,    [CODE_ANY] = IR_SKIP,    [CODE_BRANCH] = IR_SKIP,
        [CODE_READ] = IR_READ,   [CODE_WRITE] = IR_WRITE, [CODE_ASSUME] = IR_SKIP,
        [CODE_ASSERT] = IR_SKIP, [CODE_CALL] = IR_CALL,
        [CODE_ACQUIRE] = IR_ACQUIRE, [CODE_RELEASE] = IR_RELEASE };
  bool of_lock = code->kind == CODE_ACQUIRE || code->kind == CODE_RELEASE;
  if (of_lock)
    {
      bool constant = code->index != IR_NO_EXPR
                      && flow->exprs.at[code->index].op == IR_CONSTANT;
      assert (code->lock_count > 0 && code->slot != IR_NO_SLOT);
      assert (flow->model->locks.at[code->first_lock.index].cells == code->lock_count);
      assert (node->op == (constant ? ops[code->kind] : IR_SKIP));
      assert (!constant
              || ir_step_lock (node).index
                   == code->first_lock.index + (uint64_t) flow->exprs.at[code->index].value);
    }
  else
    assert (node->op == ops[code->kind]);
  assert (node->edge_count == (code->kind == CODE_BRANCH ? 2 : 1));
}

static void
check_node (const struct ir *flow, const struct ir_graph *body,
            const struct ir_step *node)
{
  const struct code *code = &flow->codes.at[node->code];
  enum code_kind kind = code->kind;
  check_op (flow, node);
  bool wants_expr = kind == CODE_SET || kind == CODE_BRANCH || kind == CODE_WRITE
                    || kind == CODE_ASSUME || kind == CODE_ASSERT;
  assert ((code->expr != IR_NO_EXPR) == wants_expr);
  if (wants_expr)
    check_expr (flow, body, code->expr, kind == CODE_ASSUME);
  if (kind == CODE_BRANCH || kind == CODE_ASSUME || kind == CODE_ASSERT)
    assert (flow->exprs.at[code->expr].type.is_bool);
  if (code->index != IR_NO_EXPR)
    check_expr (flow, body, code->index, false);
  if (ir_is_access (node))
    {
      const struct ir_field *field = &flow->model->fields.at[ir_step_field (node).index];
      assert (field->type.width > 0);
      assert (field->is_array == (code->index != IR_NO_EXPR));
    }
  assert (code->slot == IR_NO_SLOT || code->slot < body->slot_count);
  assert ((kind != CODE_SET && kind != CODE_ANY) || code->slot != IR_NO_SLOT);
  if (kind == CODE_CALL)
    assert (code->argument_count == flow->bodies.at[ir_step_callee (node).index].values);
  for (uint32_t i = 0; i < code->argument_count; i++)
    check_expr (flow, body, flow->arguments.at[code->first_argument + i], false);
  assert ((code->claim != IR_NO_CLAIM) == (kind == CODE_ASSERT));
  assert (code->claim == IR_NO_CLAIM || flow->claims.at[code->claim].is_assert);
  assert (code->wrong == IR_NO_CLAIM || !flow->claims.at[code->wrong].is_assert);
}

void
ir_check (const struct ir *flow)
{
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    {
      const struct ir_graph *body = &flow->bodies.at[b];
      assert (body->values <= body->slot_count);
      assert (body->result == IR_NO_SLOT || body->result == body->values);
      for (uint32_t s = 0; s < body->slot_count; s++)
        assert (flow->slots.at[body->first_slot + s].type.width > 0);
      for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
        if (flow->nodes.at[n].code != IR_NO_CODE)
          check_node (flow, body, &flow->nodes.at[n]);
    }
  for (uint32_t f = 0; f < flow->model->fields.count && flow->exclusive; f++)
    if (flow->exclusive[f] != IR_NO_EXPR)
      check_expr (flow, NULL, flow->exclusive[f], true);
  for (uint32_t c = 1; c < flow->claims.count; c++)
    assert (flow->claims.at[c - 1].span.begin <= flow->claims.at[c].span.begin);
}

#else

void
ir_check (const struct ir *flow)
{
  (void) flow;
}

#endif
