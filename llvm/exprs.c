/* exprs.c -- see translation.h: expressions of ir. */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>

#define WIDE ((struct ir_type){ false, 64 })

struct ir_type
type_of (const struct translation *t, LLVMTypeRef type)
{
  switch ((int) t->p->calls->GetTypeKind (type))
    {
    case LLVMIntegerTypeKind:
      {
        unsigned width = t->p->calls->GetIntTypeWidth (type);
        return width == 1    ? IR_BOOL
               : width <= 64 ? (struct ir_type){ false, (uint8_t) width }
                             : (struct ir_type){ false, 0 };
      }
    case LLVMPointerTypeKind: return WIDE;
    default: return (struct ir_type){ false, 0 };
    }
}

uint32_t
new_slot (struct translation *t, struct ir_type type)
{
  assert (type.width > 0);
  *vec_push (t->arena, &t->slots) = (struct ir_slot){ type, NAME_NONE };
  return t->slots.count - 1;
}

static uint32_t
add_expr (struct translation *t, struct ir_expr e)
{
  uint32_t size = 1, count = ir_operand_count (&e);
  for (uint32_t i = 0; i < count; i++)
    size += t->sizes.at[e.operands[i]];
  *vec_push (t->arena, &t->ir->exprs) = e;
  *vec_push (t->arena, &t->sizes) = size;
  assert (t->sizes.count == t->ir->exprs.count);
  return t->ir->exprs.count - 1;
}

#define NO_OPERANDS                                                                      \
  {                                                                                      \
    IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR                                                   \
  }

uint32_t
expr_constant (struct translation *t, struct ir_type type, int64_t value)
{
  return add_expr (t, (struct ir_expr){ .op = IR_CONSTANT,
                                        .type = type,
                                        .value = ir_cut (type, value),
                                        .operands = NO_OPERANDS });
}

uint32_t
expr_slot (struct translation *t, uint32_t slot)
{
  assert (slot < t->slots.count);
  return add_expr (t, (struct ir_expr){ .op = IR_SLOT,
                                        .type = t->slots.at[slot].type,
                                        .place = slot,
                                        .operands = NO_OPERANDS });
}

uint32_t
expr_field (struct translation *t, field_id field, uint32_t index)
{
  assert (field.index < t->model->fields.count);
  return add_expr (t, (struct ir_expr){ .op = IR_FIELD,
                                        .type = t->model->fields.at[field.index].type,
                                        .place = field.index,
                                        .operands = { index, IR_NO_EXPR, IR_NO_EXPR } });
}

uint32_t
expr_self (struct translation *t)
{
  return add_expr (
    t, (struct ir_expr){ .op = IR_SELF, .type = IR_INT, .operands = NO_OPERANDS });
}

struct ir_type
expr_type (const struct translation *t, uint32_t expr)
{
  assert (expr < t->ir->exprs.count);
  return t->ir->exprs.at[expr].type;
}

bool
expr_is_constant (const struct translation *t, uint32_t expr, int64_t *value)
{
  assert (expr < t->ir->exprs.count);
  *value = t->ir->exprs.at[expr].value;
  return t->ir->exprs.at[expr].op == IR_CONSTANT;
}

static uint32_t
add_operator (struct translation *t, enum ir_expr_kind kind, struct ir_type type,
              uint32_t a, uint32_t b, uint32_t c)
{
  return add_expr (
    t, (struct ir_expr){
         .op = IR_OPERATOR, .kind = kind, .type = type, .operands = { a, b, c } });
}

uint32_t
expr_unary (struct translation *t, enum ir_expr_kind kind, uint32_t a)
{
  struct ir_type type = expr_type (t, a);
  int64_t value, result;
  if (!type.is_bool)
    type = ir_type_of_arithmetic (type, type);
  if (expr_is_constant (t, a, &value)
      && ir_operate (kind, type, type.width > 32, value, 0, &result))
    return expr_constant (t, type, result);
  return add_operator (t, kind, type, a, IR_NO_EXPR, IR_NO_EXPR);
}

uint32_t
expr_binary (struct translation *t, enum ir_expr_kind kind, uint32_t a, uint32_t b)
{
  struct ir_type left = expr_type (t, a), right = expr_type (t, b), type = IR_BOOL;
  bool compares = kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL;
  assert (left.is_bool == right.is_bool);
  if (!compares && !left.is_bool)
    type = ir_type_of_arithmetic (left, right);
  int64_t x, y, result;
  if (kind != EXPR_AND && kind != EXPR_OR && expr_is_constant (t, a, &x)
      && expr_is_constant (t, b, &y)
      && ir_operate (kind, type, left.width > 32, x, y, &result))
    return expr_constant (t, type, result);
  return add_operator (t, kind, type, a, b, IR_NO_EXPR);
}

uint32_t
expr_choose (struct translation *t, uint32_t condition, uint32_t a, uint32_t b)
{
  assert (expr_type (t, condition).is_bool);
  struct ir_type type = expr_type (t, a), other = expr_type (t, b);
  int64_t value;
  assert (type.is_bool == other.is_bool);
  if (expr_is_constant (t, condition, &value))
    return value ? a : b;
  if (!type.is_bool)
    type = ir_type_of_arithmetic (type, other);
  return add_operator (t, EXPR_CONDITIONAL, type, condition, a, b);
}

uint32_t
expr_wide (struct translation *t, uint32_t a, bool is_signed)
{
  struct ir_type type = expr_type (t, a);
  if (type.is_bool)
    return expr_choose (t, a, expr_constant (t, WIDE, is_signed ? -1 : 1),
                        expr_constant (t, WIDE, 0));
  if (type.width == 64)
    return a;
  if (is_signed)
    return expr_binary (t, EXPR_ADD, a, expr_constant (t, WIDE, 0));
  assert (type.width > 0 && type.width < 64);
  int64_t mask = (int64_t) (((uint64_t) 1 << type.width) - 1);
  return expr_binary (t, EXPR_BIT_AND, a, expr_constant (t, WIDE, mask));
}

uint32_t
expr_cut (struct translation *t, uint32_t a, struct ir_type type)
{
  assert (type.width > 0 && type.is_bool == expr_type (t, a).is_bool);
  int64_t value;
  if (expr_is_constant (t, a, &value))
    return expr_constant (t, type, value);
  uint32_t slot = new_slot (t, type);
  step_set (t, slot, a);
  return expr_slot (t, slot);
}

bool
expr_may_fail (const struct translation *t, uint32_t expr)
{
  assert (expr < t->ir->exprs.count);
  const struct ir_expr *e = &t->ir->exprs.at[expr];
  uint32_t count = ir_operand_count (e);
  for (uint32_t i = 0; i < count; i++)
    if (expr_may_fail (t, e->operands[i]))
      return true;
  if (e->op != IR_OPERATOR || count < 2)
    return false;
  int64_t right;
  bool known = expr_is_constant (t, e->operands[1], &right);
  return ir_may_fail (e->kind, expr_type (t, e->operands[0]), known ? &right : NULL);
}

bool
expr_has_slot (const struct translation *t, uint32_t expr, uint32_t slot)
{
  assert (expr < t->ir->exprs.count);
  assert (slot < t->slots.count);
  const struct ir_expr *e = &t->ir->exprs.at[expr];
  if (e->op == IR_SLOT)
    return e->place == slot;
  uint32_t count = ir_operand_count (e);
  for (uint32_t i = 0; i < count; i++)
    if (expr_has_slot (t, e->operands[i], slot))
      return true;
  return false;
}

#endif
