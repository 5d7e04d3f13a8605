/* value.c -- see expr.h: the arithmetic of values. */
#include <config.h>

#include "ir/expr.h"

#include <assert.h>

/* Does a shift by B go wrong? */
static bool
is_bad_shift (int64_t b, bool wide)
{
  return b < 0 || b >= (wide ? 64 : 32);
}

/* A / B, or the remainder, toward zero as in C.  The quotient of the least number by -1
   wraps around. */
static bool
divide (enum ir_expr_kind kind, int64_t a, int64_t b, int64_t *result)
{
  if (b == 0)
    return false;
  bool is_quotient = kind == EXPR_DIVIDE;
  if (b == -1)
    *result = is_quotient ? (int64_t) (0 - (uint64_t) a) : 0;
  else
    *result = is_quotient ? a / b : a % b;
  return true;
}

bool
ir_operate (enum ir_expr_kind kind, struct ir_type type, bool wide, int64_t a, int64_t b,
            int64_t *result)
{
  assert (kind >= EXPR_NEGATE && kind <= EXPR_BIT_OR && type.width > 0);
  uint64_t x = (uint64_t) a, y = (uint64_t) b, sum = 0;
  switch (kind)
    {
    case EXPR_NEGATE: sum = 0 - x; break;
    case EXPR_COMPLEMENT: sum = ~x; break;
    case EXPR_NOT: sum = !x; break;
    case EXPR_MULTIPLY: sum = x * y; break;
    case EXPR_ADD: sum = x + y; break;
    case EXPR_SUBTRACT: sum = x - y; break;
    case EXPR_BIT_AND: sum = x & y; break;
    case EXPR_BIT_XOR: sum = x ^ y; break;
    case EXPR_BIT_OR: sum = x | y; break;
    case EXPR_LESS: sum = a < b; break;
    case EXPR_LESS_EQUAL: sum = a <= b; break;
    case EXPR_GREATER: sum = a > b; break;
    case EXPR_GREATER_EQUAL: sum = a >= b; break;
    case EXPR_EQUAL: sum = a == b; break;
    case EXPR_NOT_EQUAL: sum = a != b; break;
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
      if (is_bad_shift (b, wide))
        return false;
      sum = kind == EXPR_SHIFT_LEFT ? x << b : (uint64_t) (a >> b);
      break;
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
      {
        int64_t quotient;
        if (!divide (kind, a, b, &quotient))
          return false;
        sum = (uint64_t) quotient;
        break;
      }
    case EXPR_NUMBER:
    case EXPR_BOOL:
    case EXPR_SELF:
    case EXPR_ANY:
    case EXPR_NAME:
    case EXPR_ELEMENT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_CONDITIONAL:
      assert (false && "an operator that evaluates all its operands");
    }
  *result = ir_cut (type, (int64_t) sum);
  return true;
}

const char *
ir_sign (enum ir_expr_kind kind)
{
  static const char *const signs[]
    = { [EXPR_NEGATE] = "-",       [EXPR_COMPLEMENT] = "~",     [EXPR_NOT] = "!",
        [EXPR_MULTIPLY] = "*",     [EXPR_DIVIDE] = "/",         [EXPR_REMAINDER] = "%",
        [EXPR_ADD] = "+",          [EXPR_SUBTRACT] = "-",       [EXPR_SHIFT_LEFT] = "<<",
        [EXPR_SHIFT_RIGHT] = ">>", [EXPR_LESS] = "<",           [EXPR_LESS_EQUAL] = "<=",
        [EXPR_GREATER] = ">",      [EXPR_GREATER_EQUAL] = ">=", [EXPR_EQUAL] = "==",
        [EXPR_NOT_EQUAL] = "!=",   [EXPR_BIT_AND] = "&",        [EXPR_BIT_XOR] = "^",
        [EXPR_BIT_OR] = "|",       [EXPR_AND] = "&&",           [EXPR_OR] = "||",
        [EXPR_CONDITIONAL] = "?:" };
  assert (kind >= EXPR_NEGATE && kind <= EXPR_CONDITIONAL);
  return signs[kind];
}

const char *
ir_type_text (struct arena *arena, struct ir_type type, bool article)
{
  assert (type.width > 0 && type.width <= 64);
  if (type.is_bool)
    return article ? "a bool" : "bool";
  if (type.width == 32)
    return article ? "an int" : "int";
  return arena_format (arena, "%sint(%u)", article ? "an " : "", (unsigned) type.width);
}

struct ir_type
ir_type_of_arithmetic (struct ir_type a, struct ir_type b)
{
  assert (!a.is_bool && !b.is_bool);
  return a.width > 32 || b.width > 32 ? (struct ir_type){ false, 64 } : IR_INT;
}

bool
ir_may_fail (enum ir_expr_kind kind, struct ir_type left, const int64_t *right)
{
  bool divides = kind == EXPR_DIVIDE || kind == EXPR_REMAINDER;
  bool shifts = kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
  if (right)
    return (divides && *right == 0)
           || (shifts && (*right < 0 || *right >= (left.width > 32 ? 64 : 32)));
  return divides || shifts;
}
