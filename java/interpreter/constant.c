/* constant.c -- instructions that push constants; and divisions by constants, which
 * cannot throw.
 *
 * A constant other than 0 and the division after it are one step.  So the division that
 * is interpreted by itself, and may throw, is the one that somebody jumps to.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

static value_id
value_of_constant (struct machine *m, const struct instruction *at)
{
  assert (at->opcode == OP_LDC || at->opcode == OP_LDC2_W);
  const struct constants *constants = &m->class->constants;
  uint32_t index = (uint32_t) at->a;
  switch ((unsigned) constants_tag (constants, index))
    {
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE: return WIDE;
    case CONSTANT_CLASS:
      return value_of (&m->x->values, VALUE_CLASS,
                       constants_class (constants, index).index, 0);
    case CONSTANT_DYNAMIC: return at->opcode == OP_LDC2_W ? WIDE : OTHER;
    default: return OTHER;
    }
}

static bool
is_zero (const struct machine *m, const struct instruction *at)
{
  if (at->opcode == OP_BIPUSH)
    return at->a == 0;
  const struct constants *constants = &m->class->constants;
  uint32_t index = (uint32_t) at->a;
  enum constant_tag tag = constants_tag (constants, index);
  if (tag == CONSTANT_INTEGER)
    return constants_integer (constants, index) == 0;
  return tag != CONSTANT_LONG || constants_long (constants, index) == 0;
}

/* The number that AT pushes, if it is an integer. */
static uint32_t
formula_of_constant (struct machine *m, const struct instruction *at)
{
  const struct constants *constants = &m->class->constants;
  uint32_t index = (uint32_t) at->a;
  if (!m->follows)
    return FORMULA_NONE;
  if (at->opcode == OP_BIPUSH)
    return formula_constant (&m->x->formulas, at->a, false);
  switch ((unsigned) constants_tag (constants, index))
    {
    case CONSTANT_INTEGER:
      return formula_constant (&m->x->formulas, constants_integer (constants, index),
                               false);
    case CONSTANT_LONG:
      return formula_constant (&m->x->formulas, constants_long (constants, index), true);
    default: return FORMULA_NONE;
    }
}

/* The division that comes next, if it is one of integers; or OP_NOP. */
static enum opcode
next_division (const struct machine *m)
{
  assert (m->instruction < m->code->count);
  if (m->instruction + 1 == m->code->count)
    return OP_NOP;
  enum opcode next = (enum opcode) m->code->at[m->instruction + 1].opcode;
  bool divides = next == OP_IDIV || next == OP_IREM || next == OP_LDIV || next == OP_LREM;
  return divides ? next : OP_NOP;
}

void
machine_constant (struct machine *m)
{
  assert (m->instruction < m->code->count);
  const struct instruction *at = &m->code->at[m->instruction];
  enum opcode division = next_division (m);
  if (division != OP_NOP && !is_zero (m, at))
    {
      value_id value = division == OP_LDIV || division == OP_LREM ? WIDE : OTHER;
      value.term = machine_operate (m, division, machine_term (m, machine_pop (m)),
                                    formula_of_constant (m, at));
      machine_push (m, value);
      machine_go (m, m->instruction + 2);
      return;
    }
  value_id value = at->opcode != OP_BIPUSH ? value_of_constant (m, at)
                   : at->a == 0            ? FALSE_VALUE
                   : at->a == 1            ? TRUE_VALUE
                                           : OTHER;
  value.term = formula_of_constant (m, at);
  machine_push (m, value);
  machine_continue (m);
}
