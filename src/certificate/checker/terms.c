/* terms.c -- see terms.h. */
#include <config.h>

#include "certificate/checker/terms.h"

static const struct ir_expr *
expr_of (const struct gate_terms *t, uint32_t expr)
{
  const struct ir *flow = t->system->lowering->flow;
  assert (expr < flow->exprs.count);
  return &flow->exprs.at[expr];
}

struct word
terms_index (const struct gate_terms *t, uint32_t expr, uint32_t count, gate *wrong)
{
  assert (count > 0);
  struct word index = terms_value (t, expr, wrong);
  *wrong = gate_or (t->gates, *wrong, word_is_outside (t->gates, index, count));
  return index;
}

struct word
terms_read (const struct gate_terms *t, field_id field, const struct word *index)
{
  const struct system *system = t->system;
  uint32_t first = system->first_cell[field.index];
  assert (first != UINT32_MAX);
  assert (index || system->lowering->flow->model->fields.at[field.index].cells == 1);
  struct word value = t->state->values[first];
  for (uint32_t c = 1;
       index && c < system->lowering->flow->model->fields.at[field.index].cells; c++)
    value = word_choose (t->gates, word_is (t->gates, *index, c),
                         t->state->values[first + c], value);
  return value;
}

/* ---- Operators. ---- */

static gate
compare (struct gates *g, enum ir_expr_kind kind, struct word a, struct word b)
{
  assert (a.width >= 1 && b.width >= 1);
  uint32_t width = a.width > b.width ? a.width : b.width;
  a = word_fit (g, a, width);
  b = word_fit (g, b, width);
  switch ((unsigned) kind)
    {
    case EXPR_LESS: return word_less (g, a, b);
    case EXPR_GREATER: return word_less (g, b, a);
    case EXPR_LESS_EQUAL: return gate_not (word_less (g, b, a));
    case EXPR_GREATER_EQUAL: return gate_not (word_less (g, a, b));
    case EXPR_EQUAL: return word_equal (g, a, b);
    default: assert (kind == EXPR_NOT_EQUAL); return gate_not (word_equal (g, a, b));
    }
}

/* Apply KIND to A and B, as wide as the result; the B of a shift may have any width. */
static struct word
compute (struct gates *g, enum ir_expr_kind kind, struct word a, struct word b,
         gate *wrong)
{
  struct word rest, whole;
  assert (a.width == b.width || kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT);
  switch ((unsigned) kind)
    {
    case EXPR_NEGATE: return word_subtract (g, word_constant (g, a.width, 0), a);
    case EXPR_COMPLEMENT: return word_not (g, a);
    case EXPR_MULTIPLY: return word_multiply (g, a, b);
    case EXPR_ADD: return word_add (g, a, b);
    case EXPR_SUBTRACT: return word_subtract (g, a, b);
    case EXPR_BIT_AND: return word_and (g, a, b);
    case EXPR_BIT_XOR: return word_xor (g, a, b);
    case EXPR_BIT_OR: return word_or (g, a, b);
    case EXPR_SHIFT_LEFT: return word_shift_left (g, a, b);
    case EXPR_SHIFT_RIGHT: return word_shift_right (g, a, b);
    default:
      assert (kind == EXPR_DIVIDE || kind == EXPR_REMAINDER);
      *wrong = gate_or (g, *wrong, word_is (g, b, 0));
      whole = word_divide (g, a, b, &rest);
      return kind == EXPR_DIVIDE ? whole : rest;
    }
}

/* && || ?: -- only operands that are evaluated go wrong. */
static struct word
decide (const struct gate_terms *t, const struct ir_expr *e, gate *wrong)
{
  struct gates *g = t->gates;
  assert (e->operands[1] != IR_NO_EXPR);
  gate first = terms_condition (t, e->operands[0], wrong);
  gate wrong_if = GATE_FALSE, wrong_else = GATE_FALSE;
  struct word yes = word_of_bit (g, GATE_TRUE), no = word_of_bit (g, GATE_FALSE);
  if (e->kind != EXPR_OR)
    yes = terms_value (t, e->operands[1], &wrong_if);
  else
    no = terms_value (t, e->operands[1], &wrong_else);
  if (e->kind == EXPR_CONDITIONAL)
    no = terms_value (t, e->operands[2], &wrong_else);
  *wrong = gate_or (g, *wrong, gate_choose (g, first, wrong_if, wrong_else));
  return word_choose (g, first, word_fit (g, yes, e->type.width),
                      word_fit (g, no, e->type.width));
}

static struct word
operate (const struct gate_terms *t, const struct ir_expr *e, gate *wrong)
{
  struct gates *g = t->gates;
  assert (e->op == IR_OPERATOR && e->kind >= EXPR_NEGATE);
  if (e->kind == EXPR_NOT)
    return word_of_bit (g, gate_not (terms_condition (t, e->operands[0], wrong)));
  if (e->kind == EXPR_AND || e->kind == EXPR_OR || e->kind == EXPR_CONDITIONAL)
    return decide (t, e, wrong);
  struct word a = terms_value (t, e->operands[0], wrong), b = a;
  if (ir_operand_count (e) > 1)
    b = terms_value (t, e->operands[1], wrong);
  if (e->kind >= EXPR_LESS && e->kind <= EXPR_NOT_EQUAL)
    return word_of_bit (g, compare (g, e->kind, a, b));
  if (e->kind == EXPR_SHIFT_LEFT || e->kind == EXPR_SHIFT_RIGHT)
    {
      uint32_t most = expr_of (t, e->operands[0])->type.width > 32 ? 64 : 32;
      *wrong = gate_or (g, *wrong, word_is_outside (g, b, most));
    }
  else
    b = word_fit (g, b, e->type.width);
  return compute (g, e->kind, word_fit (g, a, e->type.width), b, wrong);
}

/* ---- Expressions. ---- */

static struct word
value_of_field (const struct gate_terms *t, const struct ir_expr *e, gate *wrong)
{
  field_id field = { e->place };
  assert (e->op == IR_FIELD);
  if (e->operands[0] == IR_NO_EXPR)
    return terms_read (t, field, NULL);
  uint32_t cells = t->system->lowering->flow->model->fields.at[field.index].cells;
  struct word index = terms_index (t, e->operands[0], cells, wrong);
  return terms_read (t, field, &index);
}

struct word
terms_value (const struct gate_terms *t, uint32_t expr, gate *wrong)
{
  const struct ir_expr *e = expr_of (t, expr);
  assert (e->type.width >= 1);
  switch (e->op)
    {
    case IR_CONSTANT: return word_constant (t->gates, e->type.width, e->value);
    case IR_SLOT:
      assert (t->frame && e->place < t->frame->body->slot_count);
      return t->state->values[t->frame->first + e->place];
    case IR_SELF:
      return word_constant (t->gates, e->type.width, (int64_t) t->process + 1);
    case IR_FIELD: return value_of_field (t, e, wrong);
    case IR_OPERATOR: break;
    }
  return operate (t, e, wrong);
}

gate
terms_condition (const struct gate_terms *t, uint32_t expr, gate *wrong)
{
  struct word value = terms_value (t, expr, wrong);
  assert (value.width == 1);
  return value.at[0];
}

/* ---- What is read. ---- */

bool
terms_has_field (const struct ir *flow, uint32_t expr)
{
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  bool has = e->op == IR_FIELD;
  for (uint32_t i = 0; i < ir_operand_count (e) && !has; i++)
    has = terms_has_field (flow, e->operands[i]);
  return has;
}

void
terms_touch (const struct gate_terms *t, uint32_t expr, gate when, touches *list)
{
  struct gates *g = t->gates;
  const struct ir_expr *e = expr_of (t, expr);
  gate ignored = GATE_FALSE, first;
  if (gate_equal (when, GATE_FALSE))
    return;
  if (e->op == IR_OPERATOR
      && (e->kind == EXPR_AND || e->kind == EXPR_OR || e->kind == EXPR_CONDITIONAL))
    {
      terms_touch (t, e->operands[0], when, list);
      first = terms_condition (t, e->operands[0], &ignored);
      terms_touch (t, e->operands[1],
                   gate_and (g, when, e->kind == EXPR_OR ? gate_not (first) : first),
                   list);
      if (e->kind == EXPR_CONDITIONAL)
        terms_touch (t, e->operands[2], gate_and (g, when, gate_not (first)), list);
      return;
    }
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    terms_touch (t, e->operands[i], when, list);
  if (e->op != IR_FIELD)
    return;
  struct touch touch = { .field = { e->place }, .when = when };
  touch.indexed = e->operands[0] != IR_NO_EXPR;
  if (touch.indexed)
    touch.index = terms_value (t, e->operands[0], &ignored);
  *vec_push (g->arena, list) = touch;
}
