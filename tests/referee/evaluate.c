/* evaluate.c -- see evaluate.h. */
#include <config.h>

#include "evaluate.h"

#include <assert.h>

#define MOST_CHOICES 256

static const struct tree_type BOOL = { .is_bool = true, .width = 1 };
static const struct tree_type INT = { .width = 32 };

bool
evaluate_happened (struct evaluation *e, struct op op, int64_t *result)
{
  assert (e->op.kind == OP_NONE);
  if (e->replayed < e->logged)
    {
      *result = e->log[e->replayed++];
      return true;
    }
  e->op = op;
  *result = 0;
  return false;
}

static int64_t
go_wrong (struct evaluation *e)
{
  e->op = (struct op){ .kind = OP_WRONG, .object = e->at };
  return 0;
}

int64_t
evaluate_cut (struct tree_type type, int64_t value)
{
  if (type.is_bool || type.width == 0)
    return value;
  int64_t half = (int64_t) 1 << (type.width - 1 < 62 ? type.width - 1 : 62);
  if (type.width >= 64)
    return value;
  if (type.width == 63)
    return (value & half) ? value | INT64_MIN : value & INT64_MAX;
  int64_t low = value & (2 * half - 1);
  return low >= half ? low - 2 * half : low;
}

int64_t
evaluate_any (struct evaluation *e, struct tree_type type)
{
  assert (type.width > 0);
  uint32_t count = type.is_bool ? 2 : type.width <= 8 ? 1u << type.width : 0;
  int64_t value;
  if (count == 0 || count > MOST_CHOICES)
    {
      e->op = (struct op){ .kind = OP_REFUSED };
      return 0;
    }
  if (!evaluate_happened (e, (struct op){ .kind = OP_CHOICE, .count = count }, &value))
    return 0;
  return evaluate_cut (type, value);
}

uint32_t
evaluate_cell (struct evaluation *e, uint32_t f, int64_t index)
{
  const struct world_field *field = &e->world->fields.at[f];
  if (index < 0 || index >= field->cells)
    {
      go_wrong (e);
      return 0;
    }
  return field->first_cell + (uint32_t) index;
}

static int64_t
read_cell (struct evaluation *e, uint32_t field, int64_t index)
{
  uint32_t cell = evaluate_cell (e, field, index);
  int64_t value;
  if (e->op.kind != OP_NONE)
    return 0;
  if (!e->cells)
    {
      struct op op = { .kind = OP_READ, .object = field, .cell = cell };
      evaluate_happened (e, op, &value);
      return value;
    }
  if (e->accesses)
    {
      assert (e->access_count < EVALUATE_ACCESSES);
      e->accesses[e->access_count++] = (struct access){ field, cell, false };
    }
  return e->cells[cell];
}

/* ---- Operators. ---- */

static int64_t
narrow (int64_t value)
{
  return (int64_t) (int32_t) (uint32_t) (uint64_t) value;
}

bool
evaluate_operate (enum ir_expr_kind operation, int64_t a, bool a_wide, int64_t b,
                  bool b_wide, int64_t *result)
{
  bool wide = a_wide || b_wide;
  uint64_t ua = (uint64_t) a, ub = (uint64_t) b;
  int64_t r = 0;
  switch ((unsigned) operation) /* those of two operands */
    {
    case EXPR_LESS: *result = a < b; return true;
    case EXPR_LESS_EQUAL: *result = a <= b; return true;
    case EXPR_GREATER: *result = a > b; return true;
    case EXPR_GREATER_EQUAL: *result = a >= b; return true;
    case EXPR_EQUAL: *result = a == b; return true;
    case EXPR_NOT_EQUAL: *result = a != b; return true;
    case EXPR_MULTIPLY: r = (int64_t) (ua * ub); break;
    case EXPR_ADD: r = (int64_t) (ua + ub); break;
    case EXPR_SUBTRACT: r = (int64_t) (ua - ub); break;
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
      if (b == 0)
        return false;
      if (b == -1)
        r = operation == EXPR_DIVIDE ? (int64_t) (0 - ua) : 0;
      else
        r = operation == EXPR_DIVIDE ? a / b : a % b;
      break;
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
      if (b < 0 || b >= (a_wide ? 64 : 32))
        return false;
      if (operation == EXPR_SHIFT_LEFT)
        r = (int64_t) (ua << b);
      else
        r = a < 0 ? ~(~a >> b) : a >> b;
      break;
    case EXPR_BIT_AND: r = a & b; break;
    case EXPR_BIT_OR: r = a | b; break;
    case EXPR_BIT_XOR: r = a ^ b; break;
    default: assert (false && "an operator of two operands");
    }
  *result = wide ? r : narrow (r);
  return true;
}

static struct tree_type
type_of_use (struct evaluation *e, uint32_t use)
{
  struct world_target target = world_find (e->world, e->place, WORLD_VALUE, use, e->at);
  return target.kind == WORLD_FIELD
           ? e->world->fields.at[target.index].type
           : world_slot_type (e->world, e->world->places.at[e->place].decl, target.index);
}

/* Is the result of KIND a bool, whatever its operands are? */
static bool
gives_bool (enum ir_expr_kind kind)
{
  return kind == EXPR_BOOL || kind == EXPR_NOT || kind == EXPR_LESS
         || kind == EXPR_LESS_EQUAL || kind == EXPR_GREATER || kind == EXPR_GREATER_EQUAL
         || kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL || kind == EXPR_AND
         || kind == EXPR_OR;
}

bool
evaluate_is_wide (struct evaluation *e, uint32_t x)
{
  const struct tree_expr *expr = &e->world->tree->exprs.at[x];
  if (gives_bool (expr->kind))
    return false;
  switch ((unsigned) expr->kind)
    {
    case EXPR_NUMBER: return expr->value > INT32_MAX;
    case EXPR_NAME:
    case EXPR_ELEMENT: return type_of_use (e, expr->use).width > 32;
    case EXPR_SELF:
    case EXPR_ANY: return false;
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT: return evaluate_is_wide (e, expr->operands[0]);
    case EXPR_CONDITIONAL:
      return evaluate_is_wide (e, expr->operands[1])
             || evaluate_is_wide (e, expr->operands[2]);
    default:
      return evaluate_is_wide (e, expr->operands[0])
             || evaluate_is_wide (e, expr->operands[1]);
    }
}

/* Is X made of constants, so that it cannot go wrong? */
static bool
is_constant (const struct evaluation *e, uint32_t x)
{
  const struct tree_expr *expr = &e->world->tree->exprs.at[x];
  bool is = expr->kind != EXPR_NAME && expr->kind != EXPR_ELEMENT
            && expr->kind != EXPR_SELF && expr->kind != EXPR_ANY
            && expr->kind != EXPR_DIVIDE && expr->kind != EXPR_REMAINDER
            && expr->kind != EXPR_SHIFT_LEFT && expr->kind != EXPR_SHIFT_RIGHT;
  for (uint32_t i = 0; i < 3 && is; i++)
    is = expr->operands[i] == TREE_NO_EXPR || is_constant (e, expr->operands[i]);
  return is;
}

/* A field beside a constant that decides && || ?: is never read. */
bool
evaluate_has_fields (struct evaluation *e, uint32_t x)
{
  const struct tree_expr *expr = &e->world->tree->exprs.at[x];
  if ((expr->kind == EXPR_AND || expr->kind == EXPR_OR || expr->kind == EXPR_CONDITIONAL)
      && is_constant (e, expr->operands[0]))
    {
      bool first = evaluate_expr (e, expr->operands[0], BOOL);
      uint32_t chosen = expr->operands[expr->kind == EXPR_CONDITIONAL && !first ? 2 : 1];
      bool decided
        = (expr->kind == EXPR_AND && !first) || (expr->kind == EXPR_OR && first);
      return !decided && evaluate_has_fields (e, chosen);
    }
  if (expr->kind == EXPR_ELEMENT)
    return true;
  if (expr->kind == EXPR_NAME)
    return world_find (e->world, e->place, WORLD_VALUE, expr->use, e->at).kind
           == WORLD_FIELD;
  for (uint32_t i = 0; i < 3; i++)
    if (expr->operands[i] != TREE_NO_EXPR && evaluate_has_fields (e, expr->operands[i]))
      return true;
  return false;
}

/* The type of EXPR, so far as that matters to a `*' beside it. */
static struct tree_type
type_beside (struct evaluation *e, uint32_t x)
{
  const struct tree_expr *expr = &e->world->tree->exprs.at[x];
  if (expr->kind == EXPR_NAME || expr->kind == EXPR_ELEMENT)
    return type_of_use (e, expr->use);
  return gives_bool (expr->kind) ? BOOL : INT;
}

static int64_t
evaluate_unary (struct evaluation *e, const struct tree_expr *expr)
{
  if (expr->kind == EXPR_NOT)
    return !evaluate_expr (e, expr->operands[0], BOOL);
  int64_t a = evaluate_expr (e, expr->operands[0], INT);
  int64_t r = expr->kind == EXPR_NEGATE ? (int64_t) (0 - (uint64_t) a) : ~a;
  return evaluate_is_wide (e, expr->operands[0]) ? r : narrow (r);
}

static int64_t
evaluate_binary (struct evaluation *e, const struct tree_expr *expr)
{
  int64_t a = evaluate_expr (e, expr->operands[0], type_beside (e, expr->operands[1]));
  if (e->op.kind != OP_NONE)
    return 0;
  int64_t b = evaluate_expr (e, expr->operands[1], type_beside (e, expr->operands[0]));
  if (e->op.kind != OP_NONE)
    return 0;
  int64_t result;
  if (!evaluate_operate (expr->kind, a, evaluate_is_wide (e, expr->operands[0]), b,
                         evaluate_is_wide (e, expr->operands[1]), &result))
    return go_wrong (e);
  return result;
}

int64_t
evaluate_expr (struct evaluation *e, uint32_t x, struct tree_type type)
{
  assert (x < e->world->tree->exprs.count && e->op.kind == OP_NONE);
  const struct tree_expr *expr = &e->world->tree->exprs.at[x];
  switch ((unsigned) expr->kind)
    {
    case EXPR_NUMBER:
    case EXPR_BOOL: return (int64_t) expr->value;
    case EXPR_SELF: return e->self;
    case EXPR_ANY: return evaluate_any (e, type);
    case EXPR_NAME:
      {
        struct world_target target
          = world_find (e->world, e->place, WORLD_VALUE, expr->use, e->at);
        return target.kind == WORLD_LOCAL ? e->locals[target.index]
                                          : read_cell (e, target.index, 0);
      }
    case EXPR_ELEMENT:
      {
        struct world_target target
          = world_find (e->world, e->place, WORLD_VALUE, expr->use, e->at);
        int64_t index = evaluate_expr (e, expr->operands[0], INT);
        return e->op.kind == OP_NONE ? read_cell (e, target.index, index) : 0;
      }
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT: return evaluate_unary (e, expr);
    case EXPR_AND:
    case EXPR_OR:
      {
        int64_t first = evaluate_expr (e, expr->operands[0], BOOL);
        if (e->op.kind != OP_NONE || (first != 0) == (expr->kind == EXPR_OR))
          return first;
        return evaluate_expr (e, expr->operands[1], BOOL);
      }
    case EXPR_CONDITIONAL:
      {
        int64_t first = evaluate_expr (e, expr->operands[0], BOOL);
        if (e->op.kind != OP_NONE)
          return 0;
        return evaluate_expr (e, expr->operands[first ? 1 : 2], type);
      }
    default: return evaluate_binary (e, expr);
    }
}
