/* symbolic.c -- see symbolic.h. */
#include <config.h>

#include "engine/symbolic/symbolic.h"

static const struct ir_expr *
expr_at (const struct symbolic *s, uint32_t expr)
{
  const struct ir *flow = s->layout->lowering->flow;
  assert (expr < flow->exprs.count);
  return &flow->exprs.at[expr];
}

struct bits
symbolic_fit (struct aig *aig, struct ir_type to, struct bits value)
{
  assert (to.width >= 1);
  return value.width >= to.width ? bits_cut (value, to.width)
                                 : bits_extend (aig, value, to.width);
}

static struct bits
widen (struct aig *aig, struct bits value, uint32_t width)
{
  assert (value.width >= 1 && width <= 64);
  return value.width < width ? bits_extend (aig, value, width) : value;
}

aig_lit
symbolic_outside (struct aig *aig, struct bits index, uint32_t cells)
{
  assert (cells > 0);
  struct bits wide = widen (aig, index, 33);
  return aig_or (aig, bits_less (aig, wide, bits_constant (aig, wide.width, 0)),
                 aig_not (bits_less (aig, wide, bits_constant (aig, wide.width, cells))));
}

/* ---- Operators. ---- */

/* A and B are as wide as the result. */
static struct bits
arithmetic (const struct symbolic *s, enum ir_expr_kind kind, struct bits a,
            struct bits b, aig_lit *wrong)
{
  assert (a.width >= 1 && b.width >= 1);
  struct aig *aig = s->aig;
  struct bits rest, quotient;
  switch ((unsigned) kind)
    {
    case EXPR_NEGATE: return bits_negate (aig, a);
    case EXPR_COMPLEMENT: return bits_not (aig, a);
    case EXPR_MULTIPLY: return bits_multiply (aig, a, b);
    case EXPR_ADD: return bits_add (aig, a, b);
    case EXPR_SUBTRACT: return bits_subtract (aig, a, b);
    case EXPR_BIT_AND: return bits_and (aig, a, b);
    case EXPR_BIT_XOR: return bits_xor (aig, a, b);
    case EXPR_BIT_OR: return bits_or (aig, a, b);
    case EXPR_SHIFT_LEFT: return bits_shift_left (aig, a, b);
    case EXPR_SHIFT_RIGHT: return bits_shift_right (aig, a, b);
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
      *wrong = aig_or (aig, *wrong, bits_is_zero (aig, b));
      quotient = bits_divide (aig, a, b, &rest);
      return kind == EXPR_DIVIDE ? quotient : rest;
    default: assert (false && "an arithmetic operator"); return a;
    }
}

static aig_lit
compare (struct aig *aig, enum ir_expr_kind kind, struct bits a, struct bits b)
{
  assert (a.width == b.width);
  switch ((unsigned) kind)
    {
    case EXPR_LESS: return bits_less (aig, a, b);
    case EXPR_GREATER: return bits_less (aig, b, a);
    case EXPR_LESS_EQUAL: return aig_not (bits_less (aig, b, a));
    case EXPR_GREATER_EQUAL: return aig_not (bits_less (aig, a, b));
    case EXPR_EQUAL: return bits_equal (aig, a, b);
    default: assert (kind == EXPR_NOT_EQUAL); return aig_not (bits_equal (aig, a, b));
    }
}

static bool
is_comparison (enum ir_expr_kind kind)
{
  return kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL;
}

static bool
is_shift (enum ir_expr_kind kind)
{
  return kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
}

/* && || ?: -- an operand that is not evaluated cannot go wrong. */
static struct bits
choose (const struct symbolic *s, const struct ir_expr *e, aig_lit *wrong)
{
  assert (e->op == IR_OPERATOR && e->kind >= EXPR_AND);
  struct aig *aig = s->aig;
  aig_lit first = symbolic_condition (s, e->operands[0], wrong);
  aig_lit wrong_then = AIG_FALSE, wrong_else = AIG_FALSE;
  struct bits yes, no;
  if (e->kind == EXPR_CONDITIONAL)
    {
      yes = symbolic_value (s, e->operands[1], &wrong_then);
      no = symbolic_value (s, e->operands[2], &wrong_else);
      yes = widen (aig, yes, e->type.width);
      no = widen (aig, no, e->type.width);
    }
  else if (e->kind == EXPR_AND)
    {
      yes = bits_single (aig, symbolic_condition (s, e->operands[1], &wrong_then));
      no = bits_single (aig, AIG_FALSE);
    }
  else
    {
      yes = bits_single (aig, AIG_TRUE);
      no = bits_single (aig, symbolic_condition (s, e->operands[1], &wrong_else));
    }
  *wrong = aig_or (aig, *wrong, aig_choose (aig, first, wrong_then, wrong_else));
  return bits_choose (aig, first, yes, no);
}

static struct bits
operate (const struct symbolic *s, const struct ir_expr *e, aig_lit *wrong)
{
  assert (e->op == IR_OPERATOR && e->operands[0] != IR_NO_EXPR);
  struct aig *aig = s->aig;
  if (e->kind == EXPR_NOT)
    return bits_single (aig, aig_not (symbolic_condition (s, e->operands[0], wrong)));
  if (e->kind >= EXPR_AND)
    return choose (s, e, wrong);
  struct bits a = symbolic_value (s, e->operands[0], wrong);
  bool unary = e->kind == EXPR_NEGATE || e->kind == EXPR_COMPLEMENT;
  struct bits b = unary ? a : symbolic_value (s, e->operands[1], wrong);
  if (is_comparison (e->kind))
    {
      uint32_t width = a.width > b.width ? a.width : b.width;
      return bits_single (
        aig, compare (aig, e->kind, widen (aig, a, width), widen (aig, b, width)));
    }
  if (is_shift (e->kind))
    {
      uint32_t most = expr_at (s, e->operands[0])->type.width > 32 ? 64 : 32;
      *wrong = aig_or (aig, *wrong, symbolic_outside (aig, b, most));
      return arithmetic (s, e->kind, widen (aig, a, e->type.width), b, wrong);
    }
  /* Bitwise operations on truth values yield truth values. */
  return arithmetic (s, e->kind, widen (aig, a, e->type.width),
                     widen (aig, b, e->type.width), wrong);
}

/* ---- Leaves. ---- */

static struct bits
read_field (const struct symbolic *s, const struct ir_expr *e, aig_lit *wrong)
{
  assert (e->op == IR_FIELD);
  field_id field = { e->place };
  assert (s->shared);
  if (e->operands[0] == IR_NO_EXPR)
    return layout_read (s->layout, s->aig, s->shared, field, NULL);
  uint32_t cells = s->layout->lowering->flow->model->fields.at[field.index].cells;
  struct bits index = symbolic_value (s, e->operands[0], wrong);
  *wrong = aig_or (s->aig, *wrong, symbolic_outside (s->aig, index, cells));
  return layout_read (s->layout, s->aig, s->shared, field, &index);
}

struct bits
symbolic_value (const struct symbolic *s, uint32_t expr, aig_lit *wrong)
{
  const struct ir_expr *e = expr_at (s, expr);
  assert (e->type.width >= 1);
  switch (e->op)
    {
    case IR_CONSTANT: return bits_constant (s->aig, e->type.width, e->value);
    case IR_SLOT: return *s->slot (s->context, e->place);
    case IR_SELF:
      return bits_constant (s->aig, e->type.width, (int64_t) s->self.index + 1);
    case IR_FIELD: return read_field (s, e, wrong);
    case IR_OPERATOR: break;
    }
  return operate (s, e, wrong);
}

aig_lit
symbolic_condition (const struct symbolic *s, uint32_t expr, aig_lit *wrong)
{
  struct bits value = symbolic_value (s, expr, wrong);
  assert (expr_at (s, expr)->type.is_bool && value.width == 1);
  return value.at[0];
}

/* ---- Accesses. ---- */

void
symbolic_list_accesses (const struct symbolic *s, uint32_t expr, aig_lit when,
                        struct symbolic_accesses *accesses)
{
  const struct ir_expr *e = expr_at (s, expr);
  aig_lit wrong = AIG_FALSE;
  if (aig_equal (when, AIG_FALSE))
    return;
  if (e->op == IR_FIELD)
    {
      struct symbolic_access access = { when, { e->place }, { NULL, 0 } };
      if (e->operands[0] != IR_NO_EXPR)
        {
          symbolic_list_accesses (s, e->operands[0], when, accesses);
          access.index = symbolic_value (s, e->operands[0], &wrong);
        }
      *vec_push (s->aig->arena, &accesses->list) = access;
    }
  if (e->op != IR_OPERATOR)
    return;
  symbolic_list_accesses (s, e->operands[0], when, accesses);
  if (e->kind < EXPR_MULTIPLY)
    return;
  aig_lit second = when, third = when;
  if (e->kind >= EXPR_AND)
    {
      aig_lit first = symbolic_condition (s, e->operands[0], &wrong);
      bool negated = e->kind == EXPR_OR;
      second = aig_and (s->aig, when, negated ? aig_not (first) : first);
      third = aig_and (s->aig, when, aig_not (first));
    }
  symbolic_list_accesses (s, e->operands[1], second, accesses);
  if (e->kind == EXPR_CONDITIONAL)
    symbolic_list_accesses (s, e->operands[2], third, accesses);
}
