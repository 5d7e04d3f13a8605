/* formulas.c -- see formulas.h. */
#include <config.h>

#include "java/interpreter/formulas.h"

static uint32_t
intern (struct formulas *formulas, struct formula term, uint32_t first, uint32_t second)
{
  assert (term.size <= FORMULA_SIZE_MOST);
  uint32_t head
    = pairmap_number (&formulas->heads, (uint32_t) term.op * 2 + term.wide, first);
  uint32_t number = pairmap_number (&formulas->whole, head, second);
  if (number == formulas->list.count)
    *vec_push (formulas->arena, &formulas->list) = term;
  assert (number < formulas->list.count);
  return number;
}

void
formulas_init (struct formulas *formulas, struct arena *arena)
{
  *formulas = (struct formulas){ .arena = arena };
  pairmap_init (&formulas->heads, arena);
  pairmap_init (&formulas->whole, arena);
  uint32_t none = intern (formulas, (struct formula){ .op = FORMULA_ANY }, 0, 0);
  assert (none == FORMULA_NONE);
  (void) none;
}

uint32_t
formula_constant (struct formulas *formulas, int64_t value, bool wide)
{
  assert (wide || value == (int32_t) value);
  return intern (
    formulas,
    (struct formula){ .op = FORMULA_CONSTANT, .wide = wide, .size = 1, .value = value },
    (uint32_t) value, (uint32_t) ((uint64_t) value >> 32));
}

uint32_t
formula_slot (struct formulas *formulas, uint32_t slot)
{
  bool wide = slot & SLOT_IS_WIDE;
  return intern (
    formulas, (struct formula){ .op = FORMULA_SLOT, .wide = wide, .size = 1, .a = slot },
    slot, 0);
}

uint32_t
formula_thread (struct formulas *formulas)
{
  return intern (formulas, (struct formula){ .op = FORMULA_THREAD, .size = 1 }, 0, 0);
}

/* Could OP go wrong in a model, where Java throws or masks?  Shifts take the number that
   Java takes, if that is known. */
static bool
is_defined (struct formulas *formulas, enum formula_op op, bool wide, uint32_t *b)
{
  const struct formula *right = formula_at (formulas, *b);
  bool shifts = op == FORMULA_SHIFT_LEFT || op == FORMULA_SHIFT_RIGHT;
  if (!shifts && op != FORMULA_DIVIDE && op != FORMULA_REMAINDER)
    return true;
  if (right->op != FORMULA_CONSTANT || (!shifts && right->value == 0))
    return false;
  if (shifts)
    *b = formula_constant (formulas, right->value & (wide ? 63 : 31), false);
  return true;
}

uint32_t
formula_make (struct formulas *formulas, enum formula_op op, bool wide, uint32_t a,
              uint32_t b)
{
  assert (op >= FORMULA_NEGATE);
  bool is_unary = op == FORMULA_NEGATE;
  if (a == FORMULA_NONE || (!is_unary && b == FORMULA_NONE))
    return FORMULA_NONE;
  uint32_t size
    = formula_at (formulas, a)->size + (is_unary ? 0 : formula_at (formulas, b)->size);
  if (formula_at (formulas, a)->op == FORMULA_COMPARE
      || (!is_unary && formula_at (formulas, b)->op == FORMULA_COMPARE)
      || size > FORMULA_SIZE_MOST || (!is_unary && !is_defined (formulas, op, wide, &b)))
    return FORMULA_NONE;
  /* Code that was never verified may add a long to an int. */
  if (!wide && op < FORMULA_EQUAL
      && (formula_at (formulas, a)->wide
          || (!is_unary && formula_at (formulas, b)->wide)))
    return FORMULA_NONE;
  assert (size > 0);
  return intern (
    formulas,
    (struct formula){
      .op = op, .wide = wide, .size = size, .a = a, .b = is_unary ? FORMULA_NONE : b },
    a, is_unary ? FORMULA_NONE : b);
}

uint32_t
formula_condition (struct formulas *formulas, enum formula_op op, uint32_t a, uint32_t b)
{
  assert (op >= FORMULA_EQUAL && op <= FORMULA_GREATER_EQUAL);
  if (a == FORMULA_NONE || b == FORMULA_NONE)
    return FORMULA_NONE;
  const struct formula compared = *formula_at (formulas, a),
                       zero = *formula_at (formulas, b);
  if (compared.op != FORMULA_COMPARE)
    return formula_make (formulas, op, false, a, b);
  assert (compared.wide && compared.b != FORMULA_NONE);
  if (zero.op != FORMULA_CONSTANT || zero.value != 0)
    return FORMULA_NONE;
  return formula_make (formulas, op, true, compared.a, compared.b);
}

bool
formula_mentions (const struct formulas *formulas, uint32_t number, uint32_t slot)
{
  const struct formula *term = formula_at (formulas, number);
  if (formula_is_leaf (term))
    return term->op == FORMULA_SLOT && term->a == slot;
  assert (term->a < number && term->b < number);
  return formula_mentions (formulas, term->a, slot)
         || (term->b != FORMULA_NONE && formula_mentions (formulas, term->b, slot));
}
