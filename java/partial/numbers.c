/* numbers.c -- arithmetic: computed where it is known, a step where it is in slots. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* ---- Arithmetic. ---- */

static enum ir_expr_kind
operator_of (enum opcode opcode)
{
  switch ((unsigned) opcode)
    {
    case OP_IADD:
    case OP_LADD: return EXPR_ADD;
    case OP_ISUB:
    case OP_LSUB: return EXPR_SUBTRACT;
    case OP_IMUL:
    case OP_LMUL: return EXPR_MULTIPLY;
    case OP_IDIV:
    case OP_LDIV: return EXPR_DIVIDE;
    case OP_IREM:
    case OP_LREM: return EXPR_REMAINDER;
    case OP_ISHL:
    case OP_LSHL: return EXPR_SHIFT_LEFT;
    case OP_ISHR:
    case OP_LSHR: return EXPR_SHIFT_RIGHT;
    case OP_IAND:
    case OP_LAND: return EXPR_BIT_AND;
    case OP_IOR:
    case OP_LOR: return EXPR_BIT_OR;
    case OP_IXOR:
    case OP_LXOR: return EXPR_BIT_XOR;
    case OP_INEG:
    case OP_LNEG: return EXPR_NEGATE;
    default: return EXPR_NUMBER;
    }
}

static bool
is_long_operation (enum opcode opcode)
{
  return opcode_pushes (opcode)[0] == 'J';
}

struct datum
number_compute (enum opcode opcode, int64_t a, int64_t b)
{
  bool wide = is_long_operation (opcode);
  int64_t value = 0;
  uint32_t by = (uint32_t) b & (wide ? 63 : 31);
  struct ir_type type = { false, wide ? 64 : 32 };
  if (opcode == OP_IUSHR)
    value = (int32_t) ((uint32_t) a >> by);
  else if (opcode == OP_LUSHR)
    value = (int64_t) ((uint64_t) a >> by);
  else if (opcode == OP_LCMP)
    return datum_int (a < b ? -1 : a > b);
  else
    {
      enum ir_expr_kind kind = operator_of (opcode);
      bool shifts = kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
      bool good = ir_operate (kind, type, wide, a, shifts ? (int64_t) by : b, &value);
      assert (good);
      (void) good;
    }
  return wide ? datum_long (value) : datum_int (value);
}

struct datum
datum_unknown (enum opcode opcode)
{
  char kind = opcode_pushes (opcode)[0];
  return kind == 'J' || kind == 'D' ? DATUM_OF (DATUM_ANY_WIDE) : DATUM_OF (DATUM_ANY);
}

/* lcmp of what is in slots: -1, 0 or 1. */
static struct datum
compare_slots (struct evaluation *e, struct datum a, struct datum b)
{
  uint32_t x = expr_of (e, a), y = expr_of (e, b);
  uint32_t less = expr_binary_of (e, EXPR_LESS, x, y);
  uint32_t end = ir_builder_new_step (&e->b);
  struct datum result = { DATUM_SLOT, slot_of_instruction (e, 0), 0 };
  uint32_t not_less = emit_test (e, less);
  emit_set (e, 0, DATUM_SLOT, expr_constant_of (e, IR_INT, -1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = not_less;
  uint32_t equal
    = emit_test (e, expr_binary_of (e, EXPR_GREATER, expr_of (e, a), expr_of (e, b)));
  emit_set (e, 0, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = equal;
  emit_set (e, 0, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  return result;
}

/* a >>> b of what is in slots: the bits that the sign has filled become 0. */
static struct datum
shift_unsigned (struct evaluation *e, bool wide, struct datum a, struct datum b)
{
  enum datum_kind kind = wide ? DATUM_WIDE_SLOT : DATUM_SLOT;
  int64_t most = wide ? 63 : 31;
  struct datum ones = wide ? datum_long (-1) : datum_int (-1);
  assert (datum_is_slot (a) || datum_is_slot (b));
  struct datum by = emit_set (
    e, 4, DATUM_SLOT,
    expr_binary_of (e, EXPR_BIT_AND, expr_of (e, b), expr_constant_of (e, IR_INT, most)));
  struct datum rest
    = emit_set (e, 5, DATUM_SLOT,
                expr_binary_of (e, EXPR_SUBTRACT, expr_constant_of (e, IR_INT, most),
                                expr_of (e, by)));
  uint32_t high
    = expr_binary_of (e, EXPR_SHIFT_LEFT, expr_of (e, ones), expr_of (e, rest));
  high = expr_binary_of (e, EXPR_SHIFT_LEFT, high, expr_constant_of (e, IR_INT, 1));
  uint32_t mask = expr_binary_of (e, EXPR_BIT_XOR, high, expr_of (e, ones));
  uint32_t shifted
    = expr_binary_of (e, EXPR_SHIFT_RIGHT, expr_of (e, a), expr_of (e, by));
  return emit_set (e, 0, kind, expr_binary_of (e, EXPR_BIT_AND, shifted, mask));
}

struct datum
number_is_zero (struct evaluation *e, struct datum d)
{
  if (datum_is_number (d) || (d.kind == DATUM_REF && d.value != OBJECT_UNKNOWN))
    return datum_int (d.value == 0);
  if (!datum_is_slot (d))
    return DATUM_OF (DATUM_ANY);
  struct datum zero = d.kind == DATUM_REF_SLOT ? datum_ref (OBJECT_NULL) : datum_int (0);
  assert (!e->concrete);
  uint32_t end = ir_builder_new_step (&e->b);
  uint32_t otherwise
    = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d), expr_of (e, zero)));
  struct datum result = emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  e->b.current = otherwise;
  emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
  ir_builder_continue_at (&e->b, end);
  e->b.current = end;
  return result;
}

static void
evaluate_operator (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  bool is_unary = opcode == OP_INEG || opcode == OP_LNEG;
  bool divides
    = opcode == OP_IDIV || opcode == OP_IREM || opcode == OP_LDIV || opcode == OP_LREM;
  bool shifts
    = opcode == OP_ISHL || opcode == OP_ISHR || opcode == OP_LSHL || opcode == OP_LSHR;
  struct datum b = *peek (e, 0), a = is_unary ? b : *peek (e, 1);
  uint32_t count = is_unary ? 1 : 2;
  if (divides && b.kind != DATUM_INT && b.kind != DATUM_LONG)
    {
      become_steps (e);
      b = *peek (e, 0) = materialise (e, b, 5);
      struct datum zero = b.kind == DATUM_WIDE_SLOT ? datum_long (0) : datum_int (0);
      uint32_t zero_way = emit_test (
        e, expr_binary_of (e, EXPR_NOT_EQUAL, expr_of (e, b), expr_of (e, zero)));
      uint32_t row = state_save (e), here = e->b.current;
      e->b.current = zero_way;
      throw_class (e, "java/lang/ArithmeticException");
      if (!e->ended)
        state_go (e);
      e->ended = false;
      state_load (e, row);
      e->b.current = here;
    }
  top (e)->height -= count <= top (e)->height ? count : top (e)->height;
  if (divides && datum_is_number (b) && b.value == 0)
    {
      throw_class (e, "java/lang/ArithmeticException");
      return;
    }
  struct datum result = datum_unknown (opcode);
  if (datum_is_number (a) && datum_is_number (b))
    result = number_compute (opcode, a.value, b.value);
  else if (a.kind == DATUM_ANY || a.kind == DATUM_ANY_WIDE || b.kind == DATUM_ANY
           || b.kind == DATUM_ANY_WIDE)
    ;
  else if (opcode == OP_IUSHR || opcode == OP_LUSHR)
    result = shift_unsigned (e, opcode == OP_LUSHR, a, b);
  else if (opcode == OP_LCMP)
    result = compare_slots (e, a, b);
  else
    {
      bool wide = is_long_operation (opcode);
      uint32_t right = IR_NO_EXPR;
      if (shifts && datum_is_number (b))
        right = expr_constant_of (e, IR_INT, b.value & (wide ? 63 : 31));
      else if (shifts)
        right = expr_of (
          e, emit_set (e, 4, DATUM_SLOT,
                       expr_binary_of (e, EXPR_BIT_AND, expr_of (e, b),
                                       expr_constant_of (e, IR_INT, wide ? 63 : 31))));
      else if (!is_unary)
        right = expr_of (e, b);
      result = emit_set (e, 0, wide ? DATUM_WIDE_SLOT : DATUM_SLOT,
                         expr_binary_of (e, operator_of (opcode), expr_of (e, a), right));
    }
  push (e, result);
  top (e)->pc++;
}

/* i2b and its kin. */
static void
evaluate_conversion (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  struct datum d = pop (e), result = datum_unknown (opcode);
  if (datum_is_number (d))
    switch ((unsigned) opcode)
      {
      case OP_I2L: result = datum_long (d.value); break;
      case OP_L2I: result = datum_int ((int32_t) (uint64_t) d.value); break;
      case OP_I2B: result = datum_int ((int8_t) d.value); break;
      case OP_I2C: result = datum_int ((uint16_t) d.value); break;
      case OP_I2S: result = datum_int ((int16_t) d.value); break;
      default: break;
      }
  else if (datum_is_slot (d) && opcode == OP_I2L)
    result = emit_set (e, 0, DATUM_WIDE_SLOT, expr_of (e, d));
  else if (datum_is_slot (d) && opcode == OP_L2I)
    result = emit_set (e, 0, DATUM_SLOT, expr_of (e, d));
  else if (datum_is_slot (d) && opcode == OP_I2C)
    result = emit_set (e, 0, DATUM_SLOT,
                       expr_binary_of (e, EXPR_BIT_AND, expr_of (e, d),
                                       expr_constant_of (e, IR_INT, 0xffff)));
  else if (datum_is_slot (d) && (opcode == OP_I2B || opcode == OP_I2S))
    {
      int64_t bits = opcode == OP_I2B ? 24 : 16;
      uint32_t up = expr_binary_of (e, EXPR_SHIFT_LEFT, expr_of (e, d),
                                    expr_constant_of (e, IR_INT, bits));
      result = emit_set (
        e, 0, DATUM_SLOT,
        expr_binary_of (e, EXPR_SHIFT_RIGHT, up, expr_constant_of (e, IR_INT, bits)));
    }
  push (e, result);
  top (e)->pc++;
}

bool
evaluate_number (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  if (operator_of (opcode) != EXPR_NUMBER || opcode == OP_IUSHR || opcode == OP_LUSHR
      || opcode == OP_LCMP)
    evaluate_operator (e, opcode);
  else if (opcode >= OP_I2L && opcode <= OP_I2S)
    evaluate_conversion (e, opcode);
  else
    return false;
  return true;
}
