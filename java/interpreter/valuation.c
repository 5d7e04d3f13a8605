/* valuation.c -- with --values: which numbers a frame holds, and what instructions make
 * of them.
 *
 * A frame of the model has a slot for each local, for each place of the operand stack,
 * and some for each instruction.  Whatever is written to a local is set there at once, so
 * that a local is what its slot says wherever paths meet; what is on the stack is put
 * into its slots where a path ends at a state.  In between the stack holds formulas,
 * which are over slots that have not been written since.
 *
 * Nothing here changes which states there are: without --values, and for who does not
 * look at values, the graphs are the same.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

/* In larger methods no value is followed: their slots have large numbers. */
#define FOLLOWED_HEIGHT 256
#define FOLLOWED_CODE 20000

void
valuation_begin (struct machine *m)
{
  assert (m->code);
  m->follows = m->x->java->options->values && m->code->max_stack <= FOLLOWED_HEIGHT
               && m->code->max_locals <= FOLLOWED_HEIGHT
               && m->code->count <= FOLLOWED_CODE;
  m->passes = false;
  m->result = 0;
}

/* ---- Slots. ---- */

static uint32_t
slot_of_stack (const struct machine *m, uint32_t height)
{
  assert (height < m->code->max_stack);
  return m->code->max_locals + height;
}

/* Slot number K of the present instruction; the last is for what it computes. */
static uint32_t
slot_of_instruction (const struct machine *m, uint32_t k)
{
  assert (m->follows && k <= m->code->max_stack && m->instruction < m->code->count);
  return m->code->max_locals + m->code->max_stack
         + m->instruction * (m->code->max_stack + 1) + k;
}

uint32_t
valuation_result_slot (const struct java_code *code, char kind)
{
  uint32_t slot
    = code->max_locals + code->max_stack + code->count * (code->max_stack + 1);
  return slot | (kind == 'J' ? SLOT_IS_WIDE : 0);
}

uint32_t
machine_slot (const struct machine *m, char kind)
{
  return slot_of_instruction (m, m->code->max_stack) | (kind == 'J' ? SLOT_IS_WIDE : 0);
}

uint32_t
machine_slot_term (struct machine *m, uint32_t slot)
{
  return m->follows ? formula_slot (&m->x->formulas, slot) : FORMULA_NONE;
}

/* The slot SLOT for VALUE. */
static uint32_t
slot_for (uint32_t slot, value_id value)
{
  assert (!(slot & SLOT_IS_WIDE));
  return slot | (value_equal (value, WIDE) ? SLOT_IS_WIDE : 0);
}

uint32_t
machine_local_term (struct machine *m, uint32_t local, value_id value)
{
  return machine_slot_term (m, slot_for (local, value));
}

uint32_t
machine_stack_term (struct machine *m, uint32_t height, value_id value)
{
  return m->follows && height < m->code->max_stack
           ? formula_slot (&m->x->formulas, slot_for (slot_of_stack (m, height), value))
           : FORMULA_NONE;
}

uint32_t
machine_term (struct machine *m, value_id value)
{
  if (!m->follows || value.term != FORMULA_NONE)
    return m->follows ? value.term : FORMULA_NONE;
  const struct values *values = &m->x->values;
  if (value_equal (value, NULL_VALUE))
    return formula_constant (&m->x->formulas, 0, false);
  enum value_kind kind = value_kind (values, value);
  if (kind == VALUE_BOOLEAN)
    return formula_constant (&m->x->formulas, value_at (values, value)->a, false);
  return value_is_something (values, value) ? formula_constant (&m->x->formulas, 1, false)
                                            : FORMULA_NONE;
}

/* ---- Writing slots. ---- */

void
machine_set (struct machine *m, uint32_t slot, uint32_t term)
{
  if (m->follows)
    machine_effect_of_value (m, EFFECT_SET, slot, term);
}

/* What is on the stack and depends on SLOT, which is about to be written, is put
   elsewhere. */
static void
save_from (struct machine *m, uint32_t slot, uint32_t first)
{
  for (uint32_t i = first; i < m->stack.count; i++)
    if (m->stack.at[i].term != FORMULA_NONE
        && formula_mentions (&m->x->formulas, m->stack.at[i].term, slot))
      {
        uint32_t saved = slot_for (slot_of_instruction (m, i), m->stack.at[i]);
        machine_set (m, saved, m->stack.at[i].term);
        m->stack.at[i].term = formula_slot (&m->x->formulas, saved);
      }
}

uint32_t
machine_set_local (struct machine *m, uint32_t local, value_id value)
{
  if (!m->follows)
    return FORMULA_NONE;
  uint32_t slot = slot_for (local, value);
  save_from (m, slot, 0);
  machine_set (m, slot, machine_term (m, value));
  return formula_slot (&m->x->formulas, slot);
}

void
machine_settle_stack (struct machine *m)
{
  assert (m->follows && m->stack.count <= m->code->max_stack);
  for (uint32_t i = 0; i < m->stack.count; i++)
    {
      uint32_t slot = slot_for (slot_of_stack (m, i), m->stack.at[i]);
      uint32_t own = formula_slot (&m->x->formulas, slot);
      uint32_t term = machine_term (m, m->stack.at[i]);
      if (term == own)
        continue;
      save_from (m, slot, i + 1);
      machine_set (m, slot, term);
    }
}

/* ---- Instructions. ---- */

/* What the operators of integers are; of all others nothing is known. */
static const struct
{
  enum opcode opcode;
  enum formula_op op;
  bool wide;
} operators[] = {
  { OP_IADD, FORMULA_ADD, false },         { OP_LADD, FORMULA_ADD, true },
  { OP_ISUB, FORMULA_SUBTRACT, false },    { OP_LSUB, FORMULA_SUBTRACT, true },
  { OP_IMUL, FORMULA_MULTIPLY, false },    { OP_LMUL, FORMULA_MULTIPLY, true },
  { OP_IDIV, FORMULA_DIVIDE, false },      { OP_LDIV, FORMULA_DIVIDE, true },
  { OP_IREM, FORMULA_REMAINDER, false },   { OP_LREM, FORMULA_REMAINDER, true },
  { OP_INEG, FORMULA_NEGATE, false },      { OP_LNEG, FORMULA_NEGATE, true },
  { OP_ISHL, FORMULA_SHIFT_LEFT, false },  { OP_LSHL, FORMULA_SHIFT_LEFT, true },
  { OP_ISHR, FORMULA_SHIFT_RIGHT, false }, { OP_LSHR, FORMULA_SHIFT_RIGHT, true },
  { OP_IAND, FORMULA_AND, false },         { OP_LAND, FORMULA_AND, true },
  { OP_IOR, FORMULA_OR, false },           { OP_LOR, FORMULA_OR, true },
  { OP_IXOR, FORMULA_XOR, false },         { OP_LXOR, FORMULA_XOR, true },
  { OP_LCMP, FORMULA_COMPARE, true },
};

uint32_t
machine_operate (struct machine *m, enum opcode opcode, uint32_t left, uint32_t right)
{
  struct formulas *formulas = &m->x->formulas;
  if (!m->follows)
    return FORMULA_NONE;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].opcode == opcode)
      return operators[i].op == FORMULA_NEGATE
               ? formula_make (formulas, FORMULA_NEGATE, operators[i].wide, right,
                               FORMULA_NONE)
               : formula_make (formulas, operators[i].op, operators[i].wide, left, right);
  uint32_t bits = opcode == OP_I2B ? 24 : 16;
  switch ((unsigned) opcode)
    {
    case OP_I2L: /* one more 0 makes it as wide */
      return formula_make (formulas, FORMULA_ADD, true, right,
                           formula_constant (formulas, 0, true));
    case OP_I2C:
      return formula_make (formulas, FORMULA_AND, false, right,
                           formula_constant (formulas, 0xffff, false));
    case OP_I2B:
    case OP_I2S:
      {
        uint32_t by = formula_constant (formulas, bits, false);
        return formula_make (
          formulas, FORMULA_SHIFT_RIGHT, false,
          formula_make (formulas, FORMULA_SHIFT_LEFT, false, right, by), by);
      }
    default: return FORMULA_NONE;
    }
}

/* The condition under which the branch OPCODE jumps, from what is on the stack. */
uint32_t
machine_condition (struct machine *m, enum opcode opcode)
{
  static const enum formula_op conditions[]
    = { FORMULA_EQUAL,         FORMULA_NOT_EQUAL, FORMULA_LESS,
        FORMULA_GREATER_EQUAL, FORMULA_GREATER,   FORMULA_LESS_EQUAL };
  struct formulas *formulas = &m->x->formulas;
  uint32_t height = m->stack.count;
  if (!m->follows || height == 0)
    return FORMULA_NONE;
  uint32_t zero = formula_constant (formulas, 0, false);
  uint32_t top = machine_term (m, m->stack.at[height - 1]);
  if (opcode == OP_IFNULL || opcode == OP_IFNONNULL)
    return formula_condition (
      formulas, opcode == OP_IFNULL ? FORMULA_EQUAL : FORMULA_NOT_EQUAL, top, zero);
  if (opcode >= OP_IFEQ && opcode <= OP_IFLE)
    return formula_condition (formulas, conditions[opcode - OP_IFEQ], top, zero);
  if (opcode < OP_IF_ICMPEQ || opcode > OP_IF_ICMPLE || height < 2)
    return FORMULA_NONE;
  return formula_condition (formulas, conditions[opcode - OP_IF_ICMPEQ],
                            machine_term (m, m->stack.at[height - 2]), top);
}
