/* evaluation.c -- from expressions to nodes and expressions over slots (ir.h).
 *
 * Every access to a field is a node, in the order from left to right.  So a value that
 * can go wrong is put into a slot before the next access: otherwise that would come
 * first.  The second operand of && and ||, and the alternatives of ?:, are evaluated only
 * if they matter: if they need nodes, the operator becomes branches.
 *
 * Depth is bounded (TREE_EXPR_DEPTH), so functions may be recursive.
 */
#include <config.h>

#include <assert.h>

#include "eml/data.h"

static const struct tree_expr *
tree_at (const struct builder *b, uint32_t expr)
{
  assert (expr < b->tree->exprs.count);
  return &b->tree->exprs.at[expr];
}

static const struct typed *
fact_of (const struct builder *b, uint32_t expr)
{
  const struct typed *fact = &b->data->typing.facts[expr];
  assert (fact->type.width > 0);
  return fact;
}

bool
evaluation_has_steps (const struct builder *b, uint32_t expr)
{
  return fact_of (b, expr)->reads || fact_of (b, expr)->chooses;
}

/* ---- Expressions of the flow. ---- */

bool
evaluation_can_fail (const struct builder *b, uint32_t ir_expr)
{
  assert (ir_expr == IR_NO_EXPR || ir_expr < b->data->can_fail.count);
  return ir_expr != IR_NO_EXPR && b->data->can_fail.at[ir_expr];
}

bool
evaluation_is_constant (const struct builder *b, uint32_t ir_expr)
{
  assert (ir_expr < b->flow->exprs.count);
  return b->flow->exprs.at[ir_expr].op == IR_CONSTANT;
}

static uint32_t
add (struct builder *b, struct ir_expr expr, bool can_fail)
{
  uint32_t at = b->flow->exprs.count;
  assert (at == b->data->can_fail.count && expr.type.width > 0);
  *vec_push (b->flow->arena, &b->flow->exprs) = expr;
  *vec_push (b->arena, &b->data->can_fail) = can_fail;
  return at;
}

static struct ir_expr
leaf (enum ir_expr_op op, struct ir_type type)
{
  return (struct ir_expr){ .op = op,
                           .type = type,
                           .operands = { IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR } };
}

uint32_t
evaluation_constant (struct builder *b, struct ir_type type, int64_t value)
{
  struct ir_expr expr = leaf (IR_CONSTANT, type);
  expr.value = value;
  return add (b, expr, false);
}

uint32_t
evaluation_slot (struct builder *b, uint32_t slot)
{
  assert (slot < b->data->slots.count);
  struct ir_expr expr = leaf (IR_SLOT, b->data->slots.at[slot].type);
  expr.place = slot;
  return add (b, expr, false);
}

/* The operator KIND of the expressions OPERANDS; missing ones are IR_NO_EXPR. */
static uint32_t
add_operator (struct builder *b, enum ir_expr_kind kind, struct ir_type type,
              const uint32_t operands[3])
{
  struct ir_expr expr = leaf (IR_OPERATOR, type);
  bool can_fail = false;
  expr.kind = kind;
  for (uint32_t i = 0; i < 3; i++)
    {
      expr.operands[i] = operands[i];
      can_fail |= evaluation_can_fail (b, operands[i]);
    }
  if (operands[1] != IR_NO_EXPR)
    {
      const struct ir_expr *right = &b->flow->exprs.at[operands[1]];
      can_fail |= ir_may_fail (kind, b->flow->exprs.at[operands[0]].type,
                               right->op == IR_CONSTANT ? &right->value : NULL);
    }
  return add (b, expr, can_fail);
}

uint32_t
evaluation_operator (struct builder *b, enum ir_expr_kind kind, struct ir_type type,
                     uint32_t left, uint32_t right)
{
  return add_operator (b, kind, type, (const uint32_t[]){ left, right, IR_NO_EXPR });
}

uint32_t
evaluation_settle (struct builder *b, uint32_t ir_expr, bool later)
{
  if (!later || !evaluation_can_fail (b, ir_expr))
    return ir_expr;
  struct ir_step step = data_new (IR_SET);
  assert (!evaluation_is_constant (b, ir_expr));
  step.slot = data_new_temporary (b, b->flow->exprs.at[ir_expr].type);
  step.expr = ir_expr;
  data_step (b, b->tree->stmts.at[b->data->stmt].span.begin, step);
  return evaluation_slot (b, step.slot);
}

/* ---- Values. ---- */

static bool
is_lazy (enum ir_expr_kind kind)
{
  return kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_CONDITIONAL;
}

/* What EXPR, a lazy operator, amounts to if its first operand is a constant, or EXPR. */
static uint32_t
chosen_part (const struct builder *b, uint32_t expr)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *first = fact_of (b, e->operands[0]);
  assert (is_lazy (e->kind));
  if (!first->constant)
    return expr;
  if (e->kind == EXPR_CONDITIONAL)
    return e->operands[first->value ? 1 : 2];
  return (e->kind == EXPR_AND) == (first->value != 0) ? e->operands[1] : e->operands[0];
}

/* Does EXPR, a lazy operator, need nodes for an operand that it may skip? */
static bool
needs_branches (const struct builder *b, uint32_t expr)
{
  const struct tree_expr *e = tree_at (b, expr);
  assert (is_lazy (e->kind));
  return evaluation_has_steps (b, e->operands[1])
         || (e->kind == EXPR_CONDITIONAL && evaluation_has_steps (b, e->operands[2]));
}

/* Read the field or element EXPR into SLOT, or IR_NO_SLOT. */
static void
read_field (struct builder *b, uint32_t expr, uint32_t slot)
{
  const struct tree_expr *e = tree_at (b, expr);
  assert (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT);
  struct ir_step step = data_new (IR_READ);
  step.slot = slot;
  if (e->kind == EXPR_ELEMENT)
    step.index = evaluation_value (b, e->operands[0]);
  field_id field = typing_field (&b->data->typing, expr);
  struct span name = b->tree->uses.at[e->use].span;
  step.object.field = field;
  data_step (b, name.begin, step);
}

/* Put any value into SLOT. */
static void
choose (struct builder *b, uint32_t expr, uint32_t slot)
{
  struct ir_step step = data_new (IR_ANY);
  step.slot = slot;
  data_step (b, tree_at (b, expr)->span.begin, step);
}

/* Evaluate the lazy operator EXPR by branches, into SLOT. */
static void
branch_into (struct builder *b, uint32_t expr, uint32_t slot)
{
  const struct tree_expr *e = tree_at (b, expr);
  bool is_conditional = e->kind == EXPR_CONDITIONAL;
  assert (needs_branches (b, expr) && slot < b->data->slots.count);
  uint32_t yes = ir_builder_new_step (&b->steps), no = ir_builder_new_step (&b->steps),
           join = ir_builder_new_step (&b->steps);
  evaluation_branch (b, is_conditional ? e->operands[0] : expr, yes, no);
  for (uint32_t way = 0; way < 2; way++)
    {
      b->steps.current = way == 0 ? yes : no;
      if (is_conditional)
        evaluation_into (b, e->operands[1 + way], slot);
      else
        {
          struct ir_step step = data_new (IR_SET);
          step.slot = slot;
          step.expr = evaluation_constant (b, IR_BOOL, way == 0);
          data_step (b, e->span.begin, step);
        }
      ir_builder_continue_at (&b->steps, join);
    }
  b->steps.current = join;
}

void
evaluation_into (struct builder *b, uint32_t expr, uint32_t slot)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *fact = fact_of (b, expr);
  struct ir_type type = b->data->slots.at[slot].type;
  assert (type.is_bool == fact->type.is_bool);
  bool same = fact->type.is_bool == type.is_bool && fact->type.width == type.width;
  bool is_field = (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
                  && !typing_is_local (&b->data->typing, expr);
  if (!fact->constant && is_lazy (e->kind) && chosen_part (b, expr) != expr)
    evaluation_into (b, chosen_part (b, expr), slot);
  else if (!fact->constant && is_lazy (e->kind) && needs_branches (b, expr))
    branch_into (b, expr, slot);
  else if (is_field && same)
    read_field (b, expr, slot);
  else if (e->kind == EXPR_ANY && same && b->data->chosen[expr] == NONE)
    choose (b, expr, slot);
  else
    {
      struct ir_step step = data_new (IR_SET);
      step.slot = slot;
      step.expr = evaluation_value (b, expr);
      data_step (b, e->span.begin, step);
    }
}

/* The value of the operator EXPR, all of whose operands are evaluated. */
static uint32_t
operator_value (struct builder *b, uint32_t expr)
{
  const struct tree_expr *e = tree_at (b, expr);
  uint32_t operands[3] = { IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR };
  for (uint32_t i = 0; i < 3 && e->operands[i] != TREE_NO_EXPR; i++)
    {
      operands[i] = evaluation_value (b, e->operands[i]);
      bool later = i == 0 && e->operands[1] != TREE_NO_EXPR
                   && evaluation_has_steps (b, e->operands[1]);
      operands[i] = evaluation_settle (b, operands[i], later);
    }
  return add_operator (b, e->kind, fact_of (b, expr)->type, operands);
}

uint32_t
evaluation_value (struct builder *b, uint32_t expr)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *fact = fact_of (b, expr);
  if (fact->constant)
    return evaluation_constant (b, fact->type, fact->value);
  if (e->kind == EXPR_SELF)
    return add (b, leaf (IR_SELF, IR_INT), false);
  if (e->kind == EXPR_NAME && typing_is_local (&b->data->typing, expr))
    return evaluation_slot (b, typing_slot (&b->data->typing, expr));
  if (e->kind == EXPR_ANY && b->data->chosen[expr] != NONE)
    return evaluation_slot (b, b->data->chosen[expr]);
  if (is_lazy (e->kind) && chosen_part (b, expr) != expr)
    return evaluation_value (b, chosen_part (b, expr));
  if (e->kind >= EXPR_NEGATE && !(is_lazy (e->kind) && needs_branches (b, expr)))
    return operator_value (b, expr);
  uint32_t slot = data_new_temporary (b, fact->type);
  if (e->kind == EXPR_ANY)
    choose (b, expr, slot);
  else if (is_lazy (e->kind))
    branch_into (b, expr, slot);
  else
    read_field (b, expr, slot);
  return evaluation_slot (b, slot);
}

/* ---- Conditions. ---- */

void
evaluation_branch (struct builder *b, uint32_t expr, uint32_t yes, uint32_t no)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *fact = fact_of (b, expr);
  assert (fact->type.is_bool);
  if (fact->constant)
    ir_builder_continue_at (&b->steps, fact->value ? yes : no);
  else if (e->kind == EXPR_NOT)
    evaluation_branch (b, e->operands[0], no, yes);
  else if (is_lazy (e->kind) && chosen_part (b, expr) != expr)
    evaluation_branch (b, chosen_part (b, expr), yes, no);
  else if (is_lazy (e->kind) && needs_branches (b, expr))
    {
      uint32_t then = ir_builder_new_step (&b->steps);
      uint32_t otherwise
        = e->kind == EXPR_CONDITIONAL ? ir_builder_new_step (&b->steps) : NONE;
      evaluation_branch (b, e->operands[0], e->kind == EXPR_OR ? yes : then,
                         e->kind == EXPR_OR    ? then
                         : e->kind == EXPR_AND ? no
                                               : otherwise);
      b->steps.current = then;
      evaluation_branch (b, e->operands[1], yes, no);
      if (otherwise == NONE)
        return;
      b->steps.current = otherwise;
      evaluation_branch (b, e->operands[2], yes, no);
    }
  else
    {
      struct ir_step step = data_new (IR_TEST);
      bool any = e->kind == EXPR_ANY && b->data->chosen[expr] == NONE;
      if (!any)
        step.expr = evaluation_value (b, expr);
      const struct tree_stmt *stmt = &b->tree->stmts.at[b->data->stmt];
      if (any) /* both ways are possible, as without data */
        ir_builder_fill (&b->steps, IR_SKIP, e->span.begin, stmt->position);
      else
        data_fill (b, e->span.begin, step);
      ir_builder_add_edge (&b->steps, b->steps.current, yes);
      ir_builder_add_edge (&b->steps, b->steps.current, no);
    }
}

/* ---- Assumptions and predicates. ---- */

uint32_t
evaluation_over_fields (struct builder *b, uint32_t expr)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *fact = fact_of (b, expr);
  if (fact->constant)
    return evaluation_constant (b, fact->type, fact->value);
  if (is_lazy (e->kind) && chosen_part (b, expr) != expr)
    return evaluation_over_fields (b, chosen_part (b, expr));
  if (e->kind == EXPR_ANY)
    {
      assert (b->data->chosen[expr] == NONE);
      b->data->chosen[expr] = data_new_temporary (b, fact->type);
      *vec_push (b->arena, &b->data->choices) = expr;
      choose (b, expr, b->data->chosen[expr]);
    }
  if ((e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
      && !typing_is_local (&b->data->typing, expr))
    {
      struct ir_expr cell = leaf (IR_FIELD, fact->type);
      cell.place = typing_field (&b->data->typing, expr).index;
      if (e->kind == EXPR_ELEMENT)
        cell.operands[0] = evaluation_over_fields (b, e->operands[0]);
      return add (b, cell,
                  e->kind == EXPR_ELEMENT
                    && (evaluation_can_fail (b, cell.operands[0])
                        || !evaluation_is_constant (b, cell.operands[0])));
    }
  if (e->kind < EXPR_NEGATE)
    return evaluation_value (b, expr);
  uint32_t operands[3] = { IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR };
  for (uint32_t i = 0; i < 3 && e->operands[i] != TREE_NO_EXPR; i++)
    operands[i] = evaluation_over_fields (b, e->operands[i]);
  return add_operator (b, e->kind, fact->type, operands);
}

/* What is known of the value of an expression in evaluation_touch. */
enum truth
{
  UNKNOWN,
  HOLDS,
  FAILS,
};

static void touch (struct builder *b, uint32_t expr, enum truth truth);

/* Read what the lazy operator EXPR reads, if that depends on its first operand. */
static void
touch_lazy (struct builder *b, uint32_t expr, enum truth truth)
{
  const struct tree_expr *e = tree_at (b, expr);
  assert (is_lazy (e->kind) && b->steps.atomic > 0);
  uint32_t ways[2] = { ir_builder_new_step (&b->steps), ir_builder_new_step (&b->steps) };
  uint32_t join = ir_builder_new_step (&b->steps);
  evaluation_branch (b, e->operands[0], ways[0], ways[1]);
  for (uint32_t way = 0; way < 2; way++)
    {
      b->steps.current = ways[way];
      if (e->kind == EXPR_CONDITIONAL)
        touch (b, e->operands[1 + way], truth);
      else if (way == (e->kind == EXPR_OR))
        touch (b, e->operands[1], truth);
      ir_builder_continue_at (&b->steps, join);
    }
  b->steps.current = join;
}

static void
touch (struct builder *b, uint32_t expr, enum truth truth)
{
  const struct tree_expr *e = tree_at (b, expr);
  const struct typed *fact = fact_of (b, expr);
  if (!fact->reads || fact->constant)
    return;
  bool is_lazy_kind = is_lazy (e->kind);
  if (is_lazy_kind && chosen_part (b, expr) != expr)
    touch (b, chosen_part (b, expr), truth);
  else if ((e->kind == EXPR_AND && truth == HOLDS)
           || (e->kind == EXPR_OR && truth == FAILS))
    {
      touch (b, e->operands[0], truth);
      touch (b, e->operands[1], truth);
    }
  else if (is_lazy_kind && needs_branches (b, expr))
    touch_lazy (b, expr, truth);
  else if (e->kind == EXPR_NOT)
    touch (b, e->operands[0], truth == HOLDS ? FAILS : truth == FAILS ? HOLDS : UNKNOWN);
  else if (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
    read_field (b, expr, IR_NO_SLOT);
  else
    for (uint32_t i = 0; i < 3 && e->operands[i] != TREE_NO_EXPR; i++)
      touch (b, e->operands[i], UNKNOWN);
}

void
evaluation_touch (struct builder *b, uint32_t expr)
{
  assert (fact_of (b, expr)->type.is_bool && b->data->sure);
  touch (b, expr, HOLDS);
}
