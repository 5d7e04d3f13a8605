/* value.c -- see code.h: the arithmetic of values. */
#include <config.h>

#include "eml/code.h"

#include <assert.h>

/* Does A shifted by B go wrong? */
static bool
is_bad_shift (int64_t b, bool wide)
{
  return b < 0 || b >= (wide ? 64 : 32);
}

/* A / B, or the remainder, toward zero as in C.  The most negative number has no negative:
   its quotient by -1 wraps around. */
static bool
divide (enum tree_expr_kind kind, int64_t a, int64_t b, int64_t *result)
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
value_operate (enum tree_expr_kind kind, struct value_type type, bool wide, int64_t a,
               int64_t b, int64_t *result)
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
  *result = value_cut (type, (int64_t) sum);
  return true;
}
